import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'

/**
 * Starts a program, kills it `millis` ms after the first message for which `enough` returns true, and waits for its
 * end. Progress is measured by messages rather than time, so a busy machine gets as far as an idle one. Rejects if the
 * program exits on its own.
 */
export async function killOnce<Message>(
  program: URL,
  args: readonly string[],
  enough: (message: Message) => boolean,
  millis: number,
): Promise<void> {
  const victim = fork(program, args)
  const exited = once(victim, 'exit')
  const reached = Promise.withResolvers<void>()
  victim.on('message', (message: Message) => {
    if (enough(message)) reached.resolve()
  })
  const ended = exited.then(([code]) => Promise.reject(new Error(`it ended by itself with code ${String(code)}`)))
  await Promise.race([reached.promise, ended])
  ended.catch(() => {})
  // Simulates a kill at an arbitrary time after the message, because no event marks the middle of a write.
  await delay(millis)
  victim.kill('SIGKILL')
  await exited
}
