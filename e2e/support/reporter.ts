import { DefaultReporter, type TestModule } from 'vitest/node'

type ConsoleLog = Parameters<DefaultReporter['onUserConsoleLog']>[0]

/** Vitest's own output, with what a file printed right before the results of that file: files run side by side. */
export class PerFileReporter extends DefaultReporter {
  readonly #logs = new Map<string, ConsoleLog[]>()

  override onUserConsoleLog(log: ConsoleLog): void {
    const task = log.taskId === undefined ? undefined : this.ctx.state.idMap.get(log.taskId)
    if (task === undefined) super.onUserConsoleLog(log)
    else this.#logs.set(task.file.id, [...(this.#logs.get(task.file.id) ?? []), log])
  }

  override onTestModuleEnd(module: TestModule): void {
    for (const log of this.#logs.get(module.id) ?? []) super.onUserConsoleLog(log)
    this.#logs.delete(module.id)
    super.onTestModuleEnd(module)
  }
}
