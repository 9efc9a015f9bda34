@ The story: the scenes that an oracle recognises, each between its _start and _end.
    .include "script.inc"
    .include "ids.inc"
    .section .rodata.scenes, "a"

    .macro scene name
    .global script_\name\()_start
script_\name\()_start:
    .endm
    .macro scene_end name
    .global script_\name\()_end
script_\name\()_end:
    .endm
    .macro label name
    .global \name
\name:
    .endm

@ --- the north edge of the town ---------------------------------------------------------------
    .equ GUIDE, 60
    scene north_edge
    lock
    message text_edge_call
    waitmessage
    delay 30
    closemessage
    spawn GUIDE, PERSON_professor, HERE, 7, UP
    turn PLAYER, DOWN
    walkto GUIDE, HERE, 2
    waitmove GUIDE
    say text_edge_explain
    closemessage
    walkto GUIDE, HERE, 16
    delay 16
    walkto PLAYER, HERE, 15
    waitmove GUIDE
    walkto GUIDE, 17, 16
    waitmove PLAYER
    walkto PLAYER, 16, 16
    waitmove GUIDE
    walkto GUIDE, 17, 15
    waitmove GUIDE
    remove GUIDE
    waitmove PLAYER
    walkto PLAYER, 17, 15, ACROSS
    waitmove PLAYER
    setvar 0x4055, 1
    clearflag 0x2B
    setvar 0x4050, 1
    setflag 0x2C
    warp MAP_laboratory, 6, 12, UP
    scene_end north_edge

@ --- the laboratory: what it is about ---------------------------------------------------------
    scene laboratory_intro
    lock
    delay 24
    walkto PLAYER, 6, 4
    waitmove PLAYER
    say text_lab_wren_waits
    say text_lab_welcome
    say text_lab_wren_asks
    say text_lab_patience
    setvar 0x4055, 2
    release
    scene_end laboratory_intro

    label script_gate_choose
    lock
    message text_gate_choose
    waitmessage
    waitbutton
    closemessage
    walkto PLAYER, HERE, 7
    waitmove PLAYER
    release

@ --- three on the table -----------------------------------------------------------------------
    .macro ball script, what, confirm
    label \script
    lock
    if_var 0x4055, 2, BELOW, script_ball_early
    if_var 0x4055, 3, FROM, script_ball_left
    say \what
    goto \confirm
    .endm
    ball script_ball_1, text_ball_leaf, choose_leaf
    ball script_ball_2, text_ball_pond, choose_pond
    ball script_ball_3, text_ball_ember, choose_ember
script_ball_early:
    say text_ball_early
    release
script_ball_left:
    say text_ball_left
    release

    scene choosing_companion
choose_leaf:
    message text_confirm_leaf
    waitmessage
    yesno
    if_result 0, choose_not
    setflag 0x28
    remove OBJ_ball_1
    message text_took_leaf
    waitmessage
    setflag 0x828
    setflag 0x291
    party 1, 5
    setvar 0x4031, 0
    fanfare
    waitbutton
    closemessage
    walkto OBJ_rival, 5, 6
    waitmove OBJ_rival
    walkto OBJ_rival, 10, 6
    waitmove OBJ_rival
    walkto OBJ_rival, 10, 5
    waitmove OBJ_rival
    setflag 0x2A
    remove OBJ_ball_3
    message text_wren_takes_ember
    goto chosen
choose_pond:
    message text_confirm_pond
    waitmessage
    yesno
    if_result 0, choose_not
    setflag 0x29
    remove OBJ_ball_2
    message text_took_pond
    waitmessage
    setflag 0x828
    setflag 0x291
    party 7, 5
    setvar 0x4031, 1
    fanfare
    waitbutton
    closemessage
    walkto OBJ_rival, 5, 6
    waitmove OBJ_rival
    walkto OBJ_rival, 8, 6
    waitmove OBJ_rival
    walkto OBJ_rival, 8, 5
    waitmove OBJ_rival
    setflag 0x28
    remove OBJ_ball_1
    message text_wren_takes_leaf
    goto chosen
choose_ember:
    message text_confirm_ember
    waitmessage
    yesno
    if_result 0, choose_not
    setflag 0x2A
    remove OBJ_ball_3
    message text_took_ember
    waitmessage
    setflag 0x828
    setflag 0x291
    party 4, 5
    setvar 0x4031, 2
    fanfare
    waitbutton
    closemessage
    walkto OBJ_rival, 5, 6
    waitmove OBJ_rival
    walkto OBJ_rival, 9, 6
    waitmove OBJ_rival
    walkto OBJ_rival, 9, 5
    waitmove OBJ_rival
    setflag 0x29
    remove OBJ_ball_2
    message text_wren_takes_pond
chosen:
    waitmessage
    waitbutton
    setvar 0x4055, 3
    release
choose_not:
    release
    scene_end choosing_companion

@ --- the rival will not wait ------------------------------------------------------------------
    scene rival_battle
    lock
    say text_wren_challenge
    closemessage
    walkto OBJ_rival, HERE, 6, ACROSS
    waitmove OBJ_rival
    turn PLAYER, UP
    walkto OBJ_rival, HERE, 7
    waitmove OBJ_rival
    if_var 0x4031, 0, EQUAL, battle_ember
    if_var 0x4031, 1, EQUAL, battle_leaf
    rivalbattle 326
    goto battle_done
battle_ember:
    rivalbattle 328
    goto battle_done
battle_leaf:
    rivalbattle 327
battle_done:
    heal
    say text_wren_after
    closemessage
    walkto OBJ_rival, BESIDE, 7
    waitmove OBJ_rival
    walkto OBJ_rival, BESIDE, 12
    waitmove OBJ_rival
    walkto OBJ_rival, 6, 12
    waitmove OBJ_rival
    walkto OBJ_rival, 6, 13
    waitmove OBJ_rival
    remove OBJ_rival
    setflag 0x2D
    setvar 0x4055, 4
    setflag 0x258
    release
    scene_end rival_battle

@ --- the parcel in the shop -------------------------------------------------------------------
    scene parcel_handover
    lock
    delay 24
    say text_clerk_calls
    closemessage
    walkto PLAYER, 4, 3
    waitmove PLAYER
    turn PLAYER, LEFT
    say text_clerk_asks
    setvar 0x4057, 1
    give 349, 1
    message text_parcel_received
    call script_fanfare
    setvar 0x4055, 5
    release
    scene_end parcel_handover

@ --- the parcel arrives, and the logbook is given ---------------------------------------------
    .equ VISITOR, 61
    scene delivery
    lock
    faceplayer
    say text_deliver_greeting
    message text_deliver_parcel
    call script_fanfare
    take 349, 1
    say text_deliver_opened
    say text_wren_shouts
    closemessage
    spawn VISITOR, PERSON_rival, 6, 12, UP
    walkto VISITOR, 6, 5
    waitmove VISITOR
    walkto VISITOR, 7, 4, ACROSS
    waitmove VISITOR
    say text_wren_arrives
    say text_request
    say text_request_more
    closemessage
    delay 20
    setflag 0x3A
    remove OBJ_logbook_1
    remove OBJ_logbook_2
    say text_logbooks_taken
    message text_logbook_received
    waitmessage
    fanfare
    setflag 0x829
    setvar 0x407C, 1
    waitbutton
    say text_logbook_use
    message text_balls_received
    waitmessage
    give 4, 5
    call script_fanfare
    say text_send_off
    say text_wren_leaves
    closemessage
    walkto VISITOR, 7, 5
    waitmove VISITOR
    walkto VISITOR, 6, 5
    waitmove VISITOR
    walkto VISITOR, 6, 13
    waitmove VISITOR
    remove VISITOR
    setvar 0x4055, 6
    setvar 0x4057, 2
    setvar 0x4051, 1
    setvar 0x4058, 1
    setvar 0x4054, 1
    release
    scene_end delivery
    .global scenes_end
scenes_end:
