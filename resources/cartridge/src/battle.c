/* stub */
#include "game.h"
void battle_start_wild(u16 s, u8 l) { (void)s; (void)l; sLockFieldControls = 0; }
void battle_start_rival(u16 t) { gTrainerBattleOpponent_A = t; gBattleOutcome = 1; flag_set(FLAG_TRAINER + t); }
