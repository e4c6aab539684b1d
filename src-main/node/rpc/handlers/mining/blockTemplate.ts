import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import type { JsonObject } from '#shared/json.ts'
import { defineHandlers } from '#shared/rpc/defineHandlers.ts'
import type { MethodResult } from '#shared/rpc/index.ts'
import type { Chain } from '../../../chain/index.ts'
import type { ChainParams } from '../../../consensus/index.ts'
import type { Clock } from '../../../core/index.ts'
import type { Mempool } from '../../../mempool/index.ts'
import {
  type BlockTemplate,
  longPollId,
  MiningError,
  parseLongPollId,
  type TemplateBuilder,
  type Timers,
  type WorkState,
  waitForWork,
} from '../../../mining/index.ts'
import { computeTxid, decodeCompact, serializeTransaction } from '../../../primitives/index.ts'
import type { Transaction } from '../../../primitives/types.ts'
import { countSigOps } from '../../../script/index.ts'
import { DecodeError, equal, fromHex, isHex, toDisplayHex, toHex } from '../../../util/index.ts'
import { hex256 } from '../../format/difficulty.ts'

interface BlockTemplateDeps {
  readonly params: ChainParams
  readonly chain: Chain
  readonly mempool: Mempool
  readonly templates: TemplateBuilder
  readonly clock: Pick<Clock, 'now' | 'millis'>
  readonly timers: Timers
  /** The `-pubkey` of this run. */
  readonly pubkey: () => Uint8Array | undefined
  /** Script of the next coinbase: from `-pubkey`, or a new wallet key. Undefined without both. */
  readonly rewardScript: () => Uint8Array | undefined
  /** Returns false on chains of the main network without peers, unless configured otherwise. */
  readonly mayMineNow: () => boolean
  /** Aborted when the node stops. Waiting calls reject with its reason. */
  readonly stopping: AbortSignal
}

type Template = Exclude<MethodResult<'getblocktemplate'>, string | null>

/** Lifetime of a cached template in ms, even if nothing changed: lock times and priorities depend on time. */
const TEMPLATE_TTL_MS = 5_000
/** Maximum number of concurrent long polls: each occupies a slot of the work queue. */
const MAX_QUEUED_CALLS = 8

function countTxSigOps(tx: Transaction): number {
  const scripts = [...tx.vin.map(({ scriptSig }) => scriptSig), ...tx.vout.map(({ scriptPubKey }) => scriptPubKey)]
  return scripts.reduce((sum, script) => sum + countSigOps(script, false), 0)
}

interface TemplateView extends WorkState {
  readonly withCoinbase: boolean
  /** Value of -ac_staked. */
  readonly staked: number
}

function encodeTemplate(template: BlockTemplate, view: TemplateView): Template {
  const { withCoinbase, staked } = view
  const { header, coinbase, prev } = template
  const entry = (tx: Transaction) => ({ data: toHex(serializeTransaction(tx)), hash: toDisplayHex(computeTxid(tx)) })
  const first = { ...entry(coinbase), depends: [], fee: -template.fees, sigops: countTxSigOps(coinbase) }
  const others = template.txs.map(({ entry: { tx }, depends, fee, sigops }) => ({ ...entry(tx), depends, fee, sigops }))
  const second = coinbase.vout[1]
  return {
    capabilities: ['proposal'],
    version: header.version,
    previousblockhash: prev.hashHex,
    finalsaplingroothash: toDisplayHex(header.finalSaplingRoot),
    transactions: withCoinbase ? others : [first, ...others],
    ...(withCoinbase && {
      coinbasetxn: {
        ...first,
        ...(second && { foundersreward: second.value }),
        coinbasevalue: template.subsidy,
        required: true,
      },
    }),
    longpollid: longPollId(view),
    target: hex256(template.staking?.workTarget ?? template.target),
    ...(template.staking && {
      PoSperc: template.staking.percent,
      ac_staked: staked,
      origtarget: hex256(decodeCompact(header.bits).target),
    }),
    mintime: template.minTime,
    mutable: ['time', 'transactions', 'prevblock'],
    noncerange: '00000000ffffffff',
    sigoplimit: template.sigopLimit,
    sizelimit: template.sizeLimit,
    curtime: header.time,
    bits: header.bits.toString(16).padStart(8, '0'),
    height: template.height,
  }
}

type Mode = 'template' | 'disablecb' | 'proposal'
const MODES: readonly string[] = ['template', 'disablecb', 'proposal'] satisfies Mode[]

function parseMode(request: JsonObject | undefined): Mode {
  const mode = request?.get('mode') ?? 'template'
  if (typeof mode === 'string' && MODES.includes(mode)) return mode as Mode
  throw new RpcError(RPC_ERROR.INVALID_PARAMETER, 'Invalid mode')
}

export function createBlockTemplateHandlers(deps: BlockTemplateDeps) {
  const { params, chain, mempool, templates, clock, stopping } = deps
  let kept: (WorkState & { script: Uint8Array; built: number; made: number; template: BlockTemplate }) | undefined
  /** Wallet key that all templates pay to. A new key for each call would use up the key pool. */
  let ownScript: Uint8Array | undefined
  let waiting = 0

  const stateNow = (): WorkState => ({ tipHex: chain.tip().hashHex, updates: mempool.updates() })
  const failed = (cause?: unknown) => new RpcError(RPC_ERROR.MISC, 'CreateNewBlock(): create block failed', { cause })

  const scriptNow = (): Uint8Array => {
    if (deps.pubkey()) return deps.rewardScript() ?? new Uint8Array()
    ownScript ??= deps.rewardScript()
    if (!ownScript) throw failed()
    return ownScript
  }
  const current = () => {
    const state = stateNow()
    const script = scriptNow()
    const usable =
      kept !== undefined &&
      kept.tipHex === state.tipHex &&
      kept.updates === state.updates &&
      equal(kept.script, script) &&
      clock.millis() - kept.made < TEMPLATE_TTL_MS &&
      clock.now() >= kept.built &&
      clock.now() - kept.built < TEMPLATE_TTL_MS / 1000
    if (kept && usable) return kept
    try {
      kept = { ...state, script, built: clock.now(), made: clock.millis(), template: templates.build({ script }) }
      return kept
    } catch (error) {
      throw error instanceof MiningError ? failed(error) : error
    }
  }
  const answer = (mode: Mode): Template => {
    if (!deps.mayMineNow()) throw new RpcError(RPC_ERROR.CLIENT_NOT_CONNECTED, 'Komodo is not connected!')
    const { template, tipHex, updates } = current()
    const view = { tipHex, updates, withCoinbase: mode === 'template', staked: params.staked }
    return encodeTemplate(templates.retimed(template), view)
  }
  const checkProposal = (request: JsonObject | undefined): string | null => {
    const data = request?.get('data')
    if (typeof data !== 'string') throw new RpcError(RPC_ERROR.TYPE, 'Missing data String key for proposal')
    try {
      if (!isHex(data)) throw new DecodeError('not hex')
      return chain.checkProposal(fromHex(data))
    } catch (error) {
      if (!(error instanceof DecodeError)) throw error
      throw new RpcError(RPC_ERROR.DESERIALIZATION, 'Block decode failed', { cause: error })
    }
  }
  const waitThenAnswer = async (seen: WorkState, mode: Mode, signal: AbortSignal): Promise<Template> => {
    if (waiting >= MAX_QUEUED_CALLS) throw new RpcError(RPC_ERROR.MISC, 'Too many calls are waiting for a template')
    waiting++
    try {
      await waitForWork(deps, seen, [stopping, signal])
    } finally {
      waiting--
    }
    return answer(mode)
  }

  return defineHandlers({
    getblocktemplate({ jsonrequestobject: request }, context) {
      const mode = parseMode(request)
      if (mode === 'proposal') return checkProposal(request)
      const wanted = request?.get('longpollid') ?? null
      if (wanted === null) return answer(mode)
      if (!deps.mayMineNow()) return answer(mode)
      // A long poll id that is not a string requests the current template.
      const seen = typeof wanted === 'string' ? parseLongPollId(wanted) : stateNow()
      return seen ? waitThenAnswer(seen, mode, context.signal) : answer(mode)
    },
  })
}
