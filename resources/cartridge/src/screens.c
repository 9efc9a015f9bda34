/* stub */
#include "game.h"
void bag_open(bool battle) { (void)battle; return_to_field(); }
void party_open(bool battle) { (void)battle; return_to_field(); }
void logbook_open(void) { return_to_field(); }
