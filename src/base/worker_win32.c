/* worker_win32.c: worker.h over Windows' threads. */
#include "base/worker.h"

#if CAIRN__WIN32

#define WIN32_LEAN_AND_MEAN
#include <process.h>
#include <windows.h>

#include "base/memory.h"

struct cairn__crew {
    cairn_allocator allocator;
    void (*work)(void *context);
    void *context;
    CRITICAL_SECTION lock;
    CONDITION_VARIABLE one_less;
    uint32_t started;
    uint32_t running;
    HANDLE threads[];
};

uint64_t cairn__get_milliseconds(void)
{
    return GetTickCount64();
}

static unsigned __stdcall run_thread(void *argument)
{
    cairn__crew *crew = argument;
    crew->work(crew->context);
    EnterCriticalSection(&crew->lock);
    crew->running--;
    WakeConditionVariable(&crew->one_less);
    LeaveCriticalSection(&crew->lock);
    return 0;
}

static void start_threads(cairn__crew *crew, uint32_t count)
{
    EnterCriticalSection(&crew->lock);
    for (uint32_t i = 0; i < count; i++) {
        uintptr_t thread = _beginthreadex(NULL, 0, run_thread, crew, 0, NULL);
        if (thread == 0)
            break;
        crew->threads[i] = (HANDLE)thread;
        crew->started++;
        crew->running++;
    }
    LeaveCriticalSection(&crew->lock);
}

cairn_status cairn__crew_start(const cairn_allocator *allocator, uint32_t count,
                               void (*work)(void *context), void *context, cairn__crew **crew)
{
    cairn__crew *made =
        cairn__allocate(allocator, 1, sizeof *made + (size_t)count * sizeof made->threads[0]);
    if (made == NULL)
        return CAIRN_MEMORY;
    *made = (cairn__crew){.allocator = *allocator, .work = work, .context = context};
    InitializeCriticalSection(&made->lock);
    InitializeConditionVariable(&made->one_less);
    start_threads(made, count);
    if (made->started == 0) {
        cairn__crew_join(made);
        return CAIRN_MEMORY;
    }
    *crew = made;
    return CAIRN_OK;
}

bool cairn__crew_wait(cairn__crew *crew, uint32_t milliseconds)
{
    ULONGLONG end = GetTickCount64() + milliseconds;
    EnterCriticalSection(&crew->lock);
    for (ULONGLONG now = GetTickCount64(); crew->running > 0 && now < end; now = GetTickCount64())
        (void)SleepConditionVariableCS(&crew->one_less, &crew->lock, (DWORD)(end - now));
    bool done = crew->running == 0;
    LeaveCriticalSection(&crew->lock);
    return done;
}

void cairn__crew_join(cairn__crew *crew)
{
    if (crew == NULL)
        return;
    for (uint32_t i = 0; i < crew->started; i++) {
        (void)WaitForSingleObject(crew->threads[i], INFINITE);
        (void)CloseHandle(crew->threads[i]);
    }
    DeleteCriticalSection(&crew->lock);
    cairn__release(&crew->allocator, crew);
}

#endif
