/* replay_main.c: runs a fuzzer over files, and over the files of folders, without libFuzzer. */
#include "fuzz.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static int replay_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        perror(path);
        return 1;
    }
    uint8_t *bytes = NULL;
    size_t count = 0, capacity = 0, got;
    do {
        if (count == capacity) {
            capacity = capacity > 0 ? 2 * capacity : 4096;
            bytes = realloc(bytes, capacity);
            FUZZ_CHECK(bytes != NULL);
        }
        got = fread(bytes + count, 1, capacity - count, file);
        count += got;
    } while (got > 0);
    fclose(file);
    /* Exactly as many bytes as there are: one too far is then seen by a sanitizer. */
    uint8_t *exact = malloc(count > 0 ? count : 1);
    FUZZ_CHECK(exact != NULL);
    memcpy(exact, bytes, count);
    free(bytes);
    (void)LLVMFuzzerTestOneInput(exact, count);
    free(exact);
    return 0;
}

static int replay_folder(const char *path)
{
    DIR *listing = opendir(path);
    if (listing == NULL) {
        perror(path);
        return 1;
    }
    int failed = 0, count = 0;
    for (struct dirent *entry = readdir(listing); entry != NULL; entry = readdir(listing)) {
        char name[4096];
        if (entry->d_name[0] == '.')
            continue;
        snprintf(name, sizeof name, "%s/%s", path, entry->d_name);
        failed |= replay_file(name);
        count++;
    }
    closedir(listing);
    printf("%s: %d files\n", path, count);
    return failed || count == 0;
}

int main(int argc, char **argv)
{
    int failed = 0;
    for (int i = 1; i < argc; i++) {
        struct stat facts;
        if (stat(argv[i], &facts) == 0 && S_ISDIR(facts.st_mode))
            failed |= replay_folder(argv[i]);
        else
            failed |= replay_file(argv[i]);
    }
    return failed;
}
