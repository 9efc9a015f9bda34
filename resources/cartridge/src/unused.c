/* Screens that FireRed has and this game does not: places for an oracle's profile to name, never reached. */
#include "game.h"

#define NEVER(name, n) \
    void name(void) { gMain.state = n; }
NEVER(CB2_OverworldBasic, 1)
NEVER(CB2_ChangeMapMain, 2)
NEVER(CB2_DoChangeMap, 3)
NEVER(CB2_ReturnToFieldWithOpenMenu, 4)
NEVER(CB2_ReturnToFieldContinueScript, 5)
NEVER(CB2_ReturnToFieldContinueScriptPlayMapMusic, 6)
NEVER(CB2_SetUpIntro, 7)
NEVER(CB2_Intro, 8)
NEVER(CB2_LoadNamingScreen, 9)
NEVER(CB2_NamingScreen, 10)
NEVER(CB2_InitBattleInternal, 11)
NEVER(CB2_EndScriptedWildBattle, 12)
NEVER(CB2_EvolutionSceneUpdate, 13)
NEVER(CB2_SetUpPSS, 14)
NEVER(CB2_RunPokemonSummaryScreen, 15)
NEVER(CB2_TrainerCard, 16)
NEVER(CB2_OptionMenu, 17)
NEVER(CB2_BuyMenu, 18)
