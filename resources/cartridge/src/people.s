@ What everybody says when spoken to, and the small blocks on the way.
    .include "script.inc"
    .include "ids.inc"
    .section .rodata.people, "a"

    .macro label name
    .global \name
\name:
    .endm
    .macro talk name, text
    label script_\name
    lock
    faceplayer
    say \text
    release
    .endm

@ a present: its message, its tune, a press; called from many scenes
    label script_fanfare
    waitmessage
    fanfare
    waitbutton
    back

    label script_mother
    lock
    faceplayer
    if_flag 0x829, 1, mother_logbook
    if_flag 0x828, 1, mother_rest
    if_var 0x4050, 1, FROM, mother_rest
    say text_mother_morning
    release
mother_rest:
    say text_mother_rest
    heal
    say text_mother_rested
    release
mother_logbook:
    heal
    say text_mother_logbook
    release

    label script_white_out
    lock
    say text_white_out
    release

    label script_white_out_rest
    lock
    say text_white_out_rest
    release

    label script_rival_sister
    lock
    faceplayer
    if_var 0x4058, 1, FROM, sister_later
    say text_sister
    release
sister_later:
    say text_sister_later
    release

    talk town_girl, text_town_girl
    talk town_boy, text_town_boy
    talk aide, text_aide
    talk fernwell_girl, text_fernwell_girl
    talk fernwell_boy, text_fernwell_boy

    label script_road_boy
    lock
    faceplayer
    if_flag 0x230, 1, road_boy_again
    say text_road_boy
    give 13, 1
    setflag 0x230
    message text_salve_received
    call script_fanfare
    release
road_boy_again:
    say text_road_boy_again
    release

    label script_old_man
    lock
    faceplayer
    if_var 0x4051, 1, FROM, old_man_later
    say text_old_man
    release
old_man_later:
    say text_old_man_later
    release

    label script_north_road_blocked
    lock
    turn PLAYER, LEFT
    say text_old_man
    closemessage
    walkto PLAYER, HERE, 2
    waitmove PLAYER
    release

    label script_north_road_end
    lock
    say text_road_ends
    closemessage
    walkto PLAYER, HERE, 2
    waitmove PLAYER
    release

    label script_professor
    lock
    if_var 0x4055, 6, FROM, professor_done
    if_var 0x4057, 1, FROM, script_delivery_start
    faceplayer
    if_var 0x4055, 4, FROM, professor_errand
    if_var 0x4055, 3, FROM, professor_match
    say text_professor_choose
    release
professor_match:
    say text_professor_match
    release
professor_errand:
    say text_professor_errand
    release
professor_done:
    faceplayer
    say text_professor_done
    release

    label script_rival
    lock
    faceplayer
    if_var 0x4055, 3, FROM, rival_ready
    say text_rival_waits
    release
rival_ready:
    say text_rival_ready
    release

    label script_logbook_table
    lock
    say text_logbook_table
    release

    label script_clerk
    lock
    faceplayer
    if_var 0x4057, 2, FROM, clerk_open
    say text_clerk_reminds
    release
clerk_open:
    say text_clerk_open
    release

    label script_nurse
    lock
    faceplayer
    message text_nurse_asks
    waitmessage
    yesno
    if_result 0, nurse_no
    heal
    message text_nurse_heals
    waitmessage
    fanfare
    waitbutton
    release
nurse_no:
    say text_nurse_no
    release
