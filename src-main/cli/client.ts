/** chainwright-cli: one RPC call from the command line, to this program's node or to komodod. */

import { homedir } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { type OptionValues, parseCommandLine } from '#shared/arguments.ts'
import { closest } from '#shared/closest.ts'
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { toParamsText, WordError } from '#shared/rpc/args.ts'
import { helpText } from '#shared/rpc/help.ts'
import { methods } from '#shared/rpc/index.ts'
import { toNamedParamsText } from '#shared/rpc/named.ts'
import packageFile from '../../package.json' with { type: 'json' }
import { hardenProcess } from '../launch/process.mjs'
import { CallFailure, type MakeCall, sendCall, Unreachable } from './clientCall.ts'
import { callGenerate } from './clientGenerate.ts'
import { callGetInfo } from './clientGetInfo.ts'
import { NoPassword, readInput } from './clientInput.ts'
import { callNetInfo } from './clientNetInfo.ts'
import { findOptionError, isSet } from './clientOptions.ts'
import { errorText, resultText } from './clientOutput.ts'
import { findTarget, NoTarget, readWaitLimit } from './clientTarget.ts'
import { clientUsage } from './clientUsage.ts'
import { untilStarted } from './clientWait.ts'

/** Exit codes as in the reference's client: 1 without a reply, otherwise the absolute value of the error code. */
const EXIT_FAILED = 1
const toExitCode = (code: number) => Math.abs(code) & 0xff

interface Ending {
  readonly exitCode: number
  readonly stdout?: string
  readonly stderr?: string
}

const printed = (text: string): Ending => ({ exitCode: 0, stdout: text })
const failed = (text: string): Ending => ({ exitCode: EXIT_FAILED, stderr: `error: ${text}` })

async function completions(shell: string): Promise<Ending> {
  // Imported only here, so that other calls start faster.
  const { completionsFor, SHELLS } = await import('./manual/index.ts')
  const stdout = completionsFor(shell)
  return stdout === undefined
    ? failed(`-completion: expected ${SHELLS.join(', ')}, got "${shell}"`)
    : { exitCode: 0, stdout: stdout.trimEnd() }
}

async function run(argv: readonly string[]): Promise<Ending> {
  const { options, words } = parseCommandLine(argv)
  const error = findOptionError(options)
  if (error !== undefined) return failed(error)
  if (['?', 'h', 'help'].some((key) => options.has(key))) return printed(clientUsage())
  if (options.has('version')) return printed(`Chainwright ${packageFile.version}`)
  if (options.has('completion')) return completions(options.get('completion')?.at(-1) ?? '')
  const on = (name: string) => isSet(options, name)
  if (words[0] === 'movein') {
    // Imported only here, because it loads a node.
    const { moveInFolder } = await import('./moveIn/index.ts')
    return moveInFolder({ options, words: words.slice(1), home: homedir() })
  }
  const { password, parameters } = await readInput({ password: on('stdinrpcpass'), parameters: on('stdin') })
  const call = createCall(password === undefined ? options : new Map([...options, ['rpcpassword', [password]]]))
  return runCommand(on, [...words, ...parameters], call)
}

/** Returns the function that makes calls. Each call waits for the node if the options say so. */
function createCall(options: OptionValues): MakeCall {
  const attempt: MakeCall = async (method, paramsText = '[]') =>
    sendCall(findTarget(options, homedir(), process.cwd()), method, paramsText)
  if (!isSet(options, 'rpcwait')) return attempt
  const limit = readWaitLimit(options)
  return (method, paramsText) =>
    untilStarted(() => attempt(method, paramsText), { limit, now: () => performance.now(), pause: sleep })
}

async function runCommand(on: (name: string) => boolean, words: readonly string[], call: MakeCall): Promise<Ending> {
  if (on('getinfo')) return printed(await callGetInfo(call, words))
  if (on('netinfo')) {
    const context = { version: packageFile.version, now: Math.floor(Date.now() / 1000) }
    return printed(await callNetInfo(call, words, context))
  }
  if (on('generate')) return printed(resultText(await callGenerate(call, words)))
  const [method, ...rest] = words
  if (method === undefined) return failed('missing method, such as getinfo; -help lists the options')
  return callMethod(call, method, rest, on('named'))
}

async function callMethod(call: MakeCall, method: string, words: readonly string[], named: boolean): Promise<Ending> {
  try {
    const paramsText = named ? toNamedParamsText(method, words) : toParamsText(method, words)
    return printed(resultText(await call(method, paramsText)))
  } catch (error) {
    // The contract is part of the client, so help needs no node.
    if (method === 'help' && isOffline(error)) return printed(helpText(words[0]?.replace(named ? /^command=/ : '', '')))
    if (!(error instanceof RpcError)) throw error
    return rejected(error, findHint(method, error))
  }
}

const isOffline = (error: unknown): error is Error => error instanceof Unreachable || error instanceof NoTarget

function rejected(error: RpcError, hint = ''): Ending {
  return { exitCode: toExitCode(error.code), stderr: errorText(error) + hint }
}

/** Returns the ending for an error that the user can understand. @throws any other error */
function endingFor(error: unknown): Ending {
  if (error instanceof RpcError) return rejected(error)
  const isExplained = [WordError, CallFailure, NoPassword].some((kind) => error instanceof kind)
  if (isOffline(error) || (error instanceof Error && isExplained)) return failed(error.message)
  throw error
}

/**
 * Returns a hint for an unknown method. The node only reports that the method does not exist, while the contract can
 * suggest similar names.
 */
function findHint(method: string, { code }: RpcError): string {
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
  const end = await run(process.argv.slice(2)).catch(endingFor)
  process.exitCode = end.exitCode
  if (end.stdout) process.stdout.write(`${end.stdout}\n`)
  if (end.stderr) process.stderr.write(`${end.stderr}\n`)
}

hardenProcess()
process.stdout.on('error', onLostOutput)
process.stderr.on('error', () => undefined)
await main()
