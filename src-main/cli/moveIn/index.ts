/**
 * `chainwright-cli movein <folder>`: moves the folder of an existing node in, with a node of its own that ends with the
 * command. The rest of the client never loads this.
 */
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { BASE_FOLDER, type OptionValues } from '#shared/arguments.ts'
import {
  type ChainMethodName,
  type ChainMethodResult,
  chainMethods,
  type ListedChain,
  type MoveInChoices,
} from '#shared/chains/index.ts'
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { parseJson } from '#shared/json.ts'
import type { ChainManager } from '../../app/chains/index.ts'
import { openChainManager } from '../../app/openChainManager.ts'
import { TerminalAnswers } from '../terminalAnswers.ts'
import { reportLines } from './reportLines.ts'

type Report = ChainMethodResult<'inspectnodefolder'>
type MoveInState = ChainMethodResult<'getmovein'>['moves'][number]

interface MoveInInput {
  readonly options: OptionValues
  /** words after `movein` */
  readonly words: readonly string[]
  readonly home: string
}

interface MoveInEnding {
  readonly exitCode: number
  readonly stdout?: string
  readonly stderr?: string
}

const PROGRESS_MS = 1_000
const USAGE = 'error: usage: chainwright-cli [-ac_… options of the chain] [-inspect] [-stdin] movein <folder>'
const DEFINING = /^(ac_[a-z_]+|regtest|nuparams|earlytxid)$/

async function call<N extends ChainMethodName>(
  manager: ChainManager,
  name: N,
  ...params: readonly unknown[]
): Promise<ChainMethodResult<N>> {
  const text = await manager.call(name, JSON.stringify(params))
  return chainMethods[name].result.decode(parseJson(text)) as ChainMethodResult<N>
}

/** Runs the command. Questions and progress go to standard error, results to standard output. */
export async function moveInFolder({ options, words, home }: MoveInInput): Promise<MoveInEnding> {
  const [given, ...rest] = words
  if (given === undefined || rest.length > 0) return { exitCode: 1, stderr: USAGE }
  const manager = openChainManager([], 'web', undefined, { idle: true })
  const answers = new TerminalAnswers()
  try {
    const { folder } = await call(manager, 'choosenodefolder', resolve(given))
    if (options.has('undo')) return await undo(manager, folder)
    const text = definingText(options)
    if (options.has('inspect')) {
      const report = await manager.call('inspectnodefolder', JSON.stringify([folder, { text }]))
      return { exitCode: 0, stdout: JSON.stringify(JSON.parse(report), null, 2) }
    }
    const report = await call(manager, 'inspectnodefolder', folder, { text })
    return await moveIn(manager, { report, text, answers, home, passphraseFirst: options.has('stdin') })
  } catch (error) {
    if (error instanceof RpcError) return { exitCode: Math.abs(error.code) & 0xff, stderr: `error: ${error.message}` }
    throw error
  } finally {
    answers.close()
    await manager.stop()
  }
}

async function undo(manager: ChainManager, folder: string): Promise<MoveInEnding> {
  const move = (await call(manager, 'getmovein')).moves.find((each) => each.folder === folder)
  if (move === undefined) return { exitCode: 1, stderr: 'error: Nothing was moved in from this folder' }
  const { restored, detail, former, found } = await call(manager, 'undomovein', move.id)
  if (restored) return { exitCode: 0, stdout: detail }
  const contents = found === '' ? '' : `\n--- former file\n${former}\n--- present file\n${found}`
  return { exitCode: 1, stderr: `error: ${detail}${contents}` }
}

/** Returns the chain's options of the command line as one text, which may be empty. */
const definingText = (options: OptionValues): string =>
  [...options]
    .filter(([name]) => DEFINING.test(name))
    .flatMap(([name, values]) => values.map((value) => (value === '' ? `-${name}` : `-${name}="${value}"`)))
    .join(' ')

interface Asking {
  readonly report: Report
  readonly text: string
  readonly answers: TerminalAnswers
  readonly home: string
  /** true if the first line of standard input is the passphrase */
  readonly passphraseFirst: boolean
}

async function moveIn(manager: ChainManager, asking: Asking): Promise<MoveInEnding> {
  const { report, text, answers } = asking
  say(...reportLines(report))
  if (report.obstacle !== null) return { exitCode: 1, stderr: `error: ${report.obstacle}` }
  const given = asking.passphraseFirst ? await answers.next() : undefined
  const choices = await askChoices(report, text, answers)
  if (choices === undefined) return { exitCode: 1, stderr: 'Nothing was done.' }
  const passphrase = given ?? (await askPassphrase(report, answers))
  const { id } = await call(manager, 'moveinnode', report.folder, choices, passphrase)
  const moved = await untilSettled(manager, id)
  if (moved.state !== 'done') return { exitCode: 1, stderr: `error: ${moved.detail}` }
  const { chains } = await call(manager, 'listchains')
  return {
    exitCode: 0,
    stdout: endLines(
      moved,
      chains.find((chain) => chain.id === id),
      asking.home,
    ).join('\n'),
  }
}

async function askChoices(
  { settings, keys }: Report,
  text: string,
  answers: TerminalAnswers,
): Promise<MoveInChoices | undefined> {
  const ticks: string[] = []
  for (const { option, value, reason } of settings?.ask ?? []) {
    if (await answers.confirm(`Keep ${option}=${value}? ${reason}`)) ticks.push(`${option}=${value}`)
  }
  const replaceable = settings !== null && settings.problem === null
  const conf =
    replaceable &&
    (await answers.confirm(
      `Replace ${settings.file} by one that points to this program? The former file stays beside it, and "chainwright-cli -undo movein" restores it.`,
    ))
  const wallet = keys !== null && keys.problem === null
  if (!(await answers.confirm('Move in? Files in the old folder are only read, except as said.'))) return undefined
  return { text, wallet, conf, ticks }
}

async function askPassphrase({ keys }: Report, answers: TerminalAnswers): Promise<string> {
  return keys?.encrypted ? ((await answers.secret('Passphrase of the old wallet')) ?? '') : ''
}

const say = (...lines: readonly string[]) => process.stderr.write(lines.map((line) => `${line}\n`).join(''))

async function untilSettled(manager: ChainManager, id: string): Promise<MoveInState> {
  let shown = ''
  for (;;) {
    const move = (await call(manager, 'getmovein')).moves.find((each) => each.id === id)
    if (move === undefined) throw new RpcError(RPC_ERROR.MISC, 'The move is no longer recorded')
    if (move.state !== 'running' && move.state !== 'paused') return move
    const line = progressLine(move)
    if (line !== shown) say(line)
    shown = line
    await delay(PROGRESS_MS)
  }
}

function progressLine({ step, blocks }: MoveInState): string {
  if (step !== 'blocks' || blocks === null || blocks.size === 0) return `Step: ${step}`
  return `Blocks: ${Math.floor((100 * blocks.read) / blocks.size)} %, height ${blocks.height}`
}

function endLines({ wallet, blocks, conf, warnings }: MoveInState, chain: ListedChain | undefined, home: string) {
  const options = chain?.options.join(' ') ?? ''
  const usual = chain !== undefined && chain.directory === join(home, BASE_FOLDER, chain.name)
  const datadir = usual || chain === undefined ? '' : ` -datadir=${chain.directory}`
  return [
    ...(wallet === null ? [] : [`Wallet: ${wallet.imported} of ${wallet.keys} keys are new here.`]),
    ...(blocks === null ? [] : [`Blocks: up to height ${blocks.height}.`]),
    ...(conf === null ? [] : [`Conf file: ${conf.file} points to this program; the former one is ${conf.kept}.`]),
    ...warnings.map((warning) => `Note: ${warning}`),
    `Start the chain in the window, or with: chainwrightd ${options}${datadir}`,
  ]
}
