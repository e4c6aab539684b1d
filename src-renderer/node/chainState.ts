import type { ListedChain } from '#shared/chains/index.ts'
import type { MethodResult } from '#shared/rpc/index.ts'
import { nodeState, startText } from '../i18n/nodeText.ts'
import { t } from '../i18n/texts.ts'
import { formatPercent, groupDigits } from '../ui/format.ts'
import type { ConnectionState } from './connection.ts'

/** State of the chain as one word and one sentence, used by all components. */
export interface ChainState {
  readonly id: 'unreachable' | 'importing' | 'stopping' | 'failed' | 'unclear' | MethodResult<'getsyncstate'>['state']
  readonly tone: 'ok' | 'warn' | 'bad' | 'neutral'
  readonly word: string
  readonly explanation: string
  /** Text that qualifies the newest block shown. */
  readonly tip: string
}

export interface ChainEvidence {
  readonly connection: ConnectionState
  readonly status: MethodResult<'getnodestatus'> | undefined
  /** Answer of the node, which determines the state; the window only formats it. */
  readonly sync: MethodResult<'getsyncstate'> | undefined
  /** True if the last call failed, in which case `sync` is outdated or undefined. */
  readonly syncFailed: boolean
  /** True for the private chain of *Me* and *Friend*, which expects no peers and only mines blocks for transactions. */
  readonly sandbox: boolean
  /** Kind of the sandbox wallet that is not selected, while its node runs. */
  readonly otherWallet: ListedChain['kind'] | undefined
}

const state = (
  id: ChainState['id'],
  tone: ChainState['tone'],
  word: string,
  explanation: string,
  tip: string,
): ChainState => ({ id, tone, word, explanation, tip })

/**
 * Returns true for height 0. Block 0 is part of the chain's parameters and has a fixed time, so a chain with only block
 * 0 counts as empty.
 */
export const isFirstOfAll = (height: number | undefined): boolean => height === 0

/** Returns the height as text, or a text that there is no block yet. */
export const formatHeight = (height: number): string =>
  isFirstOfAll(height) ? t('frame:state.noBlock') : groupDigits(height)

/** Computes the state of the chain from the evidence. A single pure function, so that two components never disagree. */
export function chainState({ connection, status, sync, syncFailed, sandbox, otherWallet }: ChainEvidence): ChainState {
  if (connection.state === 'lost' || connection.state === 'locked') {
    return state('unreachable', 'bad', t('frame:state.notConnected'), t('frame:state.lost'), t('frame:state.lastHeard'))
  }
  if (!status)
    return state(
      'starting',
      'neutral',
      t('frame:state.connecting'),
      t('frame:state.firstAnswer'),
      t('frame:state.notYet'),
    )
  switch (status.phase) {
    case 'starting':
      return state('starting', 'neutral', t('frame:state.starting'), startText(status.detail), t('frame:state.notYet'))
    case 'importing':
      return state(
        'importing',
        'neutral',
        t('frame:state.importing'),
        startText(status.detail),
        t('frame:state.notYet'),
      )
    case 'indexing':
      return state('indexing', 'neutral', t('frame:state.indexing'), startText(status.detail), t('frame:state.notYet'))
    case 'stopping':
    case 'stopped':
      return state(
        'stopping',
        'warn',
        status.phase === 'stopped' ? t('frame:state.stopped') : t('frame:state.stopping'),
        startText(status.detail),
        t('frame:state.lastHeard'),
      )
    case 'failed':
      return state('failed', 'bad', t('frame:state.failed'), startText(status.detail), t('frame:state.lastHeard'))
    case 'ready':
      return syncFailed
        ? unclear(sync !== undefined)
        : ((sandbox ? inSandbox(sync, otherWallet) : undefined) ?? running(status, sync))
  }
}

function unclear(known: boolean): ChainState {
  const explanation = t('frame:state.unclear')
  return state(
    'unclear',
    'warn',
    t('frame:state.unknown'),
    explanation,
    known ? t('frame:state.lastHeard') : t('frame:state.notYet'),
  )
}

/**
 * Returns the state for cases that are normal in a sandbox, but a problem on a public chain. If both sandbox nodes run
 * but are disconnected, returns a warning. Returns undefined in all other cases.
 */
function inSandbox(
  sync: MethodResult<'getsyncstate'> | undefined,
  otherWallet: ChainEvidence['otherWallet'],
): ChainState | undefined {
  const current = t('frame:state.upToDate')
  // `solo` means that the node knows no address to connect to, for instance after *Also stop reconnecting*.
  const isAlone = sync?.state === 'no-peers' || sync?.state === 'solo'
  if (isAlone && otherWallet !== undefined) {
    const word = otherWallet === 'friend' ? t('frame:state.friendCutOff') : t('frame:state.cutOffFromMe')
    return state('no-peers', 'warn', word, t('frame:state.cutOff'), t('frame:state.newer'))
  }
  if (sync?.state === 'no-peers') return state('solo', 'ok', t('frame:state.alone'), t('frame:state.sandbox'), current)
  if (sync?.state === 'stale-tip')
    return state('synced', 'ok', t('frame:state.synced'), t('frame:state.sandboxWaits'), current)
  return undefined
}

function running(status: MethodResult<'getnodestatus'>, sync: MethodResult<'getsyncstate'> | undefined): ChainState {
  if (!sync)
    return state('starting', 'neutral', t('frame:state.reading'), t('frame:state.asking'), t('frame:state.notYet'))
  const { evidence } = sync
  const detail = nodeState(sync.detail)
  const missing = Math.max(evidence.headers, evidence.peersheight) - evidence.height
  const blank = isFirstOfAll(evidence.height)
  const ahead = blank ? t('frame:state.asKnown') : t('frame:state.newer')
  const current = blank ? t('frame:state.nobody') : t('frame:state.upToDate')
  const behind = missing > 0 ? t('frame:state.behind', { count: missing }) : ahead
  switch (sync.state) {
    case 'starting':
      return state('starting', 'neutral', t('frame:state.starting'), detail, t('frame:state.notYet'))
    case 'indexing':
      return state('indexing', 'neutral', t('frame:state.indexing'), detail, t('frame:state.notYet'))
    case 'headers':
      return state('headers', 'warn', t('frame:state.headers'), detail, behind)
    case 'blocks':
      return state('blocks', 'warn', t('frame:state.syncing', { percent: percent(sync.progress) }), detail, behind)
    case 'stalled':
      return state('stalled', 'bad', t('frame:state.stalled'), detail, behind)
    case 'other-branch':
      return state('other-branch', 'bad', t('frame:state.otherBranch'), detail, t('frame:state.peersHaveAnother'))
    case 'other-chain':
      return state('other-chain', 'bad', t('frame:state.otherChain'), detail, t('frame:state.peersOnAnother'))
    case 'reorganising':
      return state(
        'reorganising',
        'warn',
        t('frame:state.reorganising'),
        detail,
        t('frame:state.ahead', { height: evidence.headers }),
      )
    case 'stale-tip':
      return state('stale-tip', 'warn', t('frame:state.staleTip'), detail, ahead)
    case 'no-peers':
      return state('no-peers', 'warn', t('frame:state.noPeers'), detail, ahead)
    case 'solo':
      return status.network === 'regtest'
        ? state('solo', 'ok', t('frame:state.alone'), detail, current)
        : state('solo', 'warn', t('frame:state.alone'), detail, ahead)
    case 'synced':
      return state('synced', 'ok', t('frame:state.synced'), detail, current)
  }
}

/** Returns true if the node knows of no further blocks. */
export const isFetched = ({ id }: ChainState): boolean => id === 'synced' || id === 'solo'

/** Limited to 99 %, so that an incomplete sync never shows 100 %. */
const percent = (progress: number) => formatPercent(Math.min(99, Math.floor(progress * 100)))
