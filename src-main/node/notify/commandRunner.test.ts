import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { recordingLogger } from '../rpc/testSupport.ts'
import { waitFor } from '../testing/waitFor.ts'
import { COMMAND_LIMITS, CommandRunner } from './commandRunner.ts'

/** Appends its arguments to a file: one line per run, separated by `|`. */
const APPEND = `require('fs').appendFileSync(process.argv[1], process.argv.slice(2).join('|') + '\\n')`

describe('CommandRunner', () => {
  let folder = ''
  let file = ''
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'notify-'))
    file = join(folder, 'out')
  })
  afterEach(() => rmSync(folder, { recursive: true }))
  const lines = () => (existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : [])
  const append = (...args: string[]) => [process.execPath, '-e', APPEND, file, ...args]

  it('replaces every %s in the arguments with the unchanged value', async () => {
    const { logger } = recordingLogger()
    new CommandRunner(append('a %s b', '%s', '--x=%s%s', "'$(touch x)'"), logger).run('ab; touch y')
    await waitFor(() =>
      expect(lines()).toEqual(["a ab; touch y b|ab; touch y|--x=ab; touch yab; touch y|'$(touch x)'"]),
    )
  })

  it('limits the number of processes, and drops the oldest values of a full queue', async () => {
    const { logger, lines: logged } = recordingLogger()
    const runner = new CommandRunner(append('%s'), logger, { ...COMMAND_LIMITS, running: 1, waiting: 3 })
    for (const value of ['1', '2', '3', '4', '5', '6']) runner.run(value)
    await waitFor(() => expect(lines()).toEqual(['1', '4', '5', '6']))
    expect(logged.map(({ message }) => message)).toEqual(['command too slow, skipping some of its calls'])
  })

  it('terminates a slow command with its child processes, and continues', async () => {
    const { logger, lines: logged } = recordingLogger()
    const script = `require('child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', '${file}'], { stdio: 'ignore' }); require('fs').writeFileSync(process.argv[1], '-'); setInterval(() => {}, 1000)`
    const runner = new CommandRunner([process.execPath, '-e', script, file], logger, {
      ...COMMAND_LIMITS,
      running: 1,
      time: 2_000,
    })
    runner.run('x')
    await waitFor(() => expect(logged.map(({ message }) => message)).toContain('command failed'))
    expect(logged.map(({ message }) => message)).toEqual(['command timed out and was killed', 'command failed'])
    if (process.platform === 'linux') await waitFor(() => expect(running(file)).toEqual([]))
  })

  it('logs once that a command cannot be run or fails', async () => {
    const { logger, lines: logged } = recordingLogger()
    const missing = new CommandRunner([join(folder, 'missing')], logger, { ...COMMAND_LIMITS, running: 1 })
    const failing = new CommandRunner([process.execPath, '-e', 'process.exit(3)'], logger)
    for (let n = 0; n < 3; n++) missing.run('x')
    failing.run('x')
    await waitFor(() => expect(logged).toHaveLength(2))
    expect(logged.map(({ message }) => message).toSorted()).toEqual(['command cannot be run', 'command failed'])
  })

  it('runs no command after it is stopped', () => {
    const { logger } = recordingLogger()
    const runner = new CommandRunner(append('%s'), logger)
    runner.stop()
    runner.run('x')
    expect(lines()).toEqual([])
  })
})

/** Returns the command lines of processes that name this file. */
function running(named: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^[0-9]+$/.test(name))
    .flatMap((pid) => {
      try {
        const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
        return line.includes(named) ? [line] : []
      } catch {
        return []
      }
    })
}
