@ Entry, cartridge header (filled in by build.py), stacks, memory clearing and the interrupt handler.
    .section .crt0, "ax"
    .arm
    .global _start
_start:
    b start_vector
    .space 156              @ where others keep a picture; ours stays empty
    .space 32               @ title, codes, checksum: build.py
start_vector:
    mov r0, #0x12           @ interrupt mode
    msr cpsr_c, r0
    ldr sp, =0x03007FA0
    mov r0, #0x1F           @ system mode
    msr cpsr_c, r0
    ldr sp, =0x03007F00
    mov r1, #0              @ all working memory, FireRed's fixed places included, starts as zero
    ldr r0, =0x02000000
    ldr r2, =0x02040000
1:  str r1, [r0], #4
    cmp r0, r2
    blo 1b
    ldr r0, =0x03000000
    ldr r2, =0x03007E00
2:  str r1, [r0], #4
    cmp r0, r2
    blo 2b
    ldr r0, =__data_load
    ldr r1, =__data_start
    ldr r2, =__data_end
3:  cmp r1, r2
    ldrlo r3, [r0], #4
    strlo r3, [r1], #4
    blo 3b
    ldr r0, =irq_handler
    ldr r1, =0x03007FFC
    str r0, [r1]
    ldr r0, =AgbMain
    mov lr, pc
    bx r0
4:  b 4b
    .pool

    .global irq_handler
irq_handler:
    mov r0, #0x04000000
    ldr r1, [r0, #0x200]    @ IE and IF together
    and r1, r1, r1, lsr #16
    add r2, r0, #0x200
    strh r1, [r2, #2]       @ acknowledge
    ldr r3, =0x03007FF8
    ldrh r2, [r3]
    orr r2, r2, r1
    strh r2, [r3]
    ldr r0, =vblank_interrupt
    bx r0
    .pool

    .section .rodata.save_type, "a"
    .global save_type
save_type:
    .ascii "FLASH1M_V103"
    .balign 4
