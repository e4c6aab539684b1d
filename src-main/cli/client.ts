/** chainwright-cli: one RPC call from the command line, to this program's node or to komodod. */

import { homedir } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseCommandLine } from '#shared/arguments.ts'
import { closest } from '#shared/closest.ts'
import { RPC_ERROR, type WireError } from '#shared/errors.ts'
import { toParamsText, WordError } from '#shared/rpc/args.ts'
import { helpText } from '#shared/rpc/help.ts'
import { methods } from '#shared/rpc/index.ts'
import packageFile from '../../package.json' with { type: 'json' }
import { hardenProcess } from '../launch/process.mjs'
import { CallFailure, type RpcOutcome, sendCall, Unreachable } from './clientCall.ts'
import { optionWarnings, withoutValue } from './clientOptions.ts'
import { errorText, resultText } from './clientOutput.ts'
import { findTarget, NoTarget, type RpcTarget } from './clientTarget.ts'
import { clientUsage } from './clientUsage.ts'

/** Exit codes as in the reference's client: 1 without a reply, otherwise the absolute value of the error code. */
const EXIT_FAILED = 1
const toExitCode = (code: number) => Math.abs(code) & 0xff

/** Pause between two attempts of `-rpcwait`, in ms. */
const RETRY = 250

interface Ending {
  readonly exitCode: number
  readonly stdout?: string
  readonly stderr?: string
}

const failed = (text: string): Ending => ({ exitCode: EXIT_FAILED, stderr: `error: ${text}` })

async function readLines(): Promise<string[]> {
  let text = ''
  process.stdin.setEncoding('utf8')
  for await (const chunk of process.stdin) text += chunk
  const lines = text.split(/\r?\n/)
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines
}

/** Makes one attempt. @throws Unreachable, NoTarget, CallFailure */
async function attempt(
  target: () => RpcTarget,
  method: string,
  paramsText: string,
  wait: boolean,
): Promise<RpcOutcome> {
  const outcome = await sendCall(target(), method, paramsText)
  if (wait && 'error' in outcome && outcome.error.code === RPC_ERROR.IN_WARMUP) throw new Unreachable('still starting')
  return outcome
}

async function callUntilAnswered(
  target: () => RpcTarget,
  method: string,
  params: string,
  wait: boolean,
): Promise<RpcOutcome> {
  for (;;) {
    try {
      return await attempt(target, method, params, wait)
    } catch (error) {
      // A node that starts for the first time may not have written its conf file yet.
      if (!wait || !(error instanceof Unreachable || error instanceof NoTarget)) throw error
      await sleep(RETRY)
    }
  }
}

async function completions(shell: string): Promise<Ending> {
  // Imported only here, so that other calls start faster.
  const { completionsFor, SHELLS } = await import('./manual/index.ts')
  const stdout = completionsFor(shell)
  return stdout === undefined
    ? failed(`-completion: expected ${SHELLS.join(', ')}, got "${shell}"`)
    : { exitCode: 0, stdout: stdout.trimEnd() }
}

async function run(argv: readonly string[]): Promise<Ending> {
  const { options, words: given } = parseCommandLine(argv)
  if (['?', 'h', 'help'].some((key) => options.has(key))) return { exitCode: 0, stdout: clientUsage() }
  if (options.has('version')) return { exitCode: 0, stdout: `Chainwright ${packageFile.version}` }
  const empty = withoutValue(options)
  if (empty !== undefined) return failed(`-${empty}: missing value; write "=" and no space: -${empty}=<value>`)
  if (options.has('completion')) return completions(options.get('completion')?.at(-1) ?? '')
  for (const warning of optionWarnings(options)) process.stderr.write(`warning: ${warning}\n`)
  const on = (key: string) => options.has(key) && options.get(key)?.at(-1) !== '0'
  const words = on('stdin') ? [...given, ...(await readLines())] : given
  const [method, ...rest] = words
  if (method === undefined) return failed('missing method, such as getinfo; -help lists the options')
  const paramsText = toParamsText(method, rest)
  const target = () => findTarget(options, homedir(), process.cwd())
  try {
    return ending(method, await callUntilAnswered(target, method, paramsText, on('rpcwait')))
  } catch (error) {
    const offline = error instanceof Unreachable || error instanceof NoTarget
    // The contract is part of the client, so help needs no node.
    if (offline && method === 'help') return { exitCode: 0, stdout: helpText(rest[0]) }
    if (offline || error instanceof CallFailure) return failed(error.message)
    throw error
  }
}

function ending(method: string, outcome: RpcOutcome): Ending {
  if (!('error' in outcome)) return { exitCode: 0, stdout: resultText(outcome.result) }
  const { error } = outcome
  return { exitCode: toExitCode(error.code), stderr: errorText(error) + findHint(method, error) }
}

/**
 * Returns a hint for an unknown method. The node only reports that the method does not exist, while the contract can
 * suggest similar names.
 */
function findHint(method: string, { code }: WireError): string {
  if (code !== RPC_ERROR.METHOD_NOT_FOUND || Object.hasOwn(methods, method)) return ''
  const like = closest(method, Object.keys(methods))
  return like === undefined ? '\n"help" lists the methods.' : `\nDid you mean ${like}? "help" lists the methods.`
}

/** A closed pipe (`| head`) is not an error, but a full disk is. */
function onLostOutput(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') return
  process.exitCode = EXIT_FAILED
  process.stderr.write(`error: the result could not be written: ${error.message}\n`)
}

async function main(): Promise<void> {
  let end: Ending
  try {
    end = await run(process.argv.slice(2))
  } catch (error) {
    if (!(error instanceof WordError)) throw error
    end = failed(error.message)
  }
  process.exitCode = end.exitCode
  if (end.stdout) process.stdout.write(`${end.stdout}\n`)
  if (end.stderr) process.stderr.write(`${end.stderr}\n`)
}

hardenProcess()
process.stdout.on('error', onLostOutput)
process.stderr.on('error', () => undefined)
await main()
