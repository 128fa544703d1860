/* A plugin of QEMU that counts the instructions a program executes, and prints their number when it ends.
 *
 * Debian has no package with qemu-plugin.h, so the functions that are needed are declared here, as in version
 * 1 of QEMU's plugin interface. */
#include <inttypes.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct qemu_plugin_tb;
void qemu_plugin_register_vcpu_tb_trans_cb(uint64_t plugin, void (*)(uint64_t plugin, struct qemu_plugin_tb *));
void qemu_plugin_register_vcpu_tb_exec_cb(struct qemu_plugin_tb *, void (*)(unsigned processor, void *data), int flags, void *data);
void qemu_plugin_register_atexit_cb(uint64_t plugin, void (*)(uint64_t plugin, void *data), void *data);
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *);

int qemu_plugin_version = 1;

static uint64_t instructions;

/* A translated block has one entry, and only a fault leaves it before its end. */
static void block_executed(unsigned processor, void *count) {
  (void)processor;
  __atomic_fetch_add(&instructions, (uintptr_t)count, __ATOMIC_RELAXED);
}

static void block_translated(uint64_t plugin, struct qemu_plugin_tb *block) {
  (void)plugin;
  qemu_plugin_register_vcpu_tb_exec_cb(block, block_executed, 0, (void *)(uintptr_t)qemu_plugin_tb_n_insns(block));
}

static void program_ended(uint64_t plugin, void *data) {
  (void)plugin, (void)data;
  fprintf(stderr, "instructions executed: %" PRIu64 "\n", instructions);
}

int qemu_plugin_install(uint64_t plugin, const void *about, int count, char **arguments) {
  (void)about, (void)count, (void)arguments;
  qemu_plugin_register_vcpu_tb_trans_cb(plugin, block_translated);
  qemu_plugin_register_atexit_cb(plugin, program_ended, NULL);
  return 0;
}
