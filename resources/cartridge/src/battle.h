/* What battle.c shows and rounds.c decides. */
#pragma once
#include "game.h"

enum { BATTLE_WILD = 0x4, BATTLE_TRAINER = 0x8, BATTLE_RIVAL = 0x1C };
enum { OUTCOME_WON = 1, OUTCOME_LOST = 2, OUTCOME_RAN = 4 };

void battle_set(Callback phase);
void battle_say(const char *text);
bool battle_read(void);
bool battle_bars(void);
void battle_sprite(int side, int dx, bool shown);
void battle_refresh(void);
void battle_leave(void);
void rounds_begin(void);
void rounds_resume(u16 item);
