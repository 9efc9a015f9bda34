/* Sixteen small programs that run once a frame. */
#include "game.h"

struct Task *current_task;

int task_start(Callback func) {
    for (unsigned n = 0; n < COUNT(gTasks); n++) {
        if (gTasks[n].isActive) continue;
        memset(&gTasks[n], 0, sizeof gTasks[n]);
        gTasks[n].func = func;
        gTasks[n].isActive = 1;
        return n;
    }
    return 0;
}

void task_stop(int task) { gTasks[task].isActive = 0; }

void tasks_run(void) {
    for (unsigned n = 0; n < COUNT(gTasks); n++) {
        if (!gTasks[n].isActive) continue;
        current_task = &gTasks[n];
        gTasks[n].func();
    }
}

bool task_active(Callback func) {
    for (unsigned n = 0; n < COUNT(gTasks); n++)
        if (gTasks[n].isActive && gTasks[n].func == func) return true;
    return false;
}

void tasks_clear(void) { memset(gTasks, 0, sizeof gTasks); }
