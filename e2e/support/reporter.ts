import { DefaultReporter, type TestModule } from 'vitest/node'
import { LEFT_OUT } from '../../src-main/node/testing/leaveOut.ts'

type ConsoleLog = Parameters<DefaultReporter['onUserConsoleLog']>[0]

/**
 * Vitest's default output, with each file's console output printed right before its results, because files run in
 * parallel. The last lines name the skipped tests.
 */
export class PerFileReporter extends DefaultReporter {
  readonly #logs = new Map<string, ConsoleLog[]>()

  readonly #leftOut = new Set<string>()

  override onUserConsoleLog(log: ConsoleLog): void {
    if (log.content.startsWith(LEFT_OUT)) {
      for (const line of log.content.trimEnd().split('\n')) this.#leftOut.add(line)
      return
    }
    const task = log.taskId === undefined ? undefined : this.ctx.state.idMap.get(log.taskId)
    if (task === undefined) super.onUserConsoleLog(log)
    else this.#logs.set(task.file.id, [...(this.#logs.get(task.file.id) ?? []), log])
  }

  override onTestModuleEnd(module: TestModule): void {
    for (const log of this.#logs.get(module.id) ?? []) super.onUserConsoleLog(log)
    this.#logs.delete(module.id)
    super.onTestModuleEnd(module)
  }

  override onTestRunEnd(...args: Parameters<DefaultReporter['onTestRunEnd']>): void {
    super.onTestRunEnd(...args)
    for (const line of [...this.#leftOut].toSorted()) this.ctx.logger.log(line)
  }
}
