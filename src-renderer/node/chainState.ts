import type { MethodResult } from '#shared/rpc/index.ts'
import { groupDigits, plural } from '../ui/format.ts'
import type { ConnectionState } from './connection.ts'

/** State of the chain in one word and one sentence, the same wherever a state is shown. */
export interface ChainState {
  readonly id: 'unreachable' | 'importing' | 'stopping' | 'failed' | 'unclear' | MethodResult<'getsyncstate'>['state']
  readonly tone: 'ok' | 'warn' | 'bad' | 'neutral'
  readonly word: string
  readonly explanation: string
  /** qualifies the newest block shown */
  readonly tip: string
}

export interface ChainEvidence {
  readonly connection: ConnectionState
  readonly status: MethodResult<'getnodestatus'> | undefined
  /** the node's answer: it decides, the window only words it */
  readonly sync: MethodResult<'getsyncstate'> | undefined
  /** the last call failed: `sync`, if any, is an older answer */
  readonly syncFailed: boolean
}

const LAST_HEARD = 'as last heard'
const NOT_YET = 'not known yet'

const state = (
  id: ChainState['id'],
  tone: ChainState['tone'],
  word: string,
  explanation: string,
  tip: string,
): ChainState => ({ id, tone, word, explanation, tip })

/** Block 0 is part of the rules, with a fixed time: a chain that has only block 0 counts as having none. */
export const isFirstOfAll = (height: number | undefined): boolean => height === 0

/** Text in place of a block, its height or age on a chain without blocks. */
export const NO_BLOCK = 'no block yet'
export const NO_BLOCK_BEGINNING = 'No block yet'

/** The height of a tip. */
export const heightWords = (height: number): string => (isFirstOfAll(height) ? NO_BLOCK : groupDigits(height))

/** One pure function from the evidence to the state: two widgets can never disagree. */
export function chainState({ connection, status, sync, syncFailed }: ChainEvidence): ChainState {
  if (connection.state === 'lost' || connection.state === 'locked') {
    return state(
      'unreachable',
      'bad',
      'Not connected',
      'The window has lost the node. You see its last answers.',
      LAST_HEARD,
    )
  }
  if (!status) return state('starting', 'neutral', 'Connecting', 'Waiting for the first answer of the node.', NOT_YET)
  switch (status.phase) {
    case 'starting':
      return state('starting', 'neutral', 'Starting', status.detail, NOT_YET)
    case 'importing':
      return state('importing', 'neutral', 'Importing', status.detail, NOT_YET)
    case 'indexing':
      return state('indexing', 'neutral', 'Indexing', status.detail, NOT_YET)
    case 'stopping':
    case 'stopped':
      return state('stopping', 'warn', status.phase === 'stopped' ? 'Stopped' : 'Stopping', status.detail, LAST_HEARD)
    case 'failed':
      return state('failed', 'bad', 'Failed', status.detail, LAST_HEARD)
    case 'ready':
      return syncFailed ? unclear(sync !== undefined) : running(status, sync)
  }
}

function unclear(known: boolean): ChainState {
  const explanation = 'The node answers, but not what its chain is doing.'
  return state('unclear', 'warn', 'State unknown', explanation, known ? LAST_HEARD : NOT_YET)
}

const AHEAD = 'newer ones may exist'
const CURRENT = 'up to date'

function running(status: MethodResult<'getnodestatus'>, sync: MethodResult<'getsyncstate'> | undefined): ChainState {
  if (!sync) return state('starting', 'neutral', 'Reading', 'Asking the node what its chain is doing.', NOT_YET)
  const { detail, evidence } = sync
  const missing = Math.max(evidence.headers, evidence.peersheight) - evidence.height
  const blank = isFirstOfAll(evidence.height)
  const ahead = blank ? 'as far as is known here' : AHEAD
  const current = blank ? 'nobody has made one' : CURRENT
  const behind = missing > 0 ? `${plural(missing, 'block')} behind` : ahead
  switch (sync.state) {
    case 'starting':
      return state('starting', 'neutral', 'Starting', detail, NOT_YET)
    case 'indexing':
      return state('indexing', 'neutral', 'Indexing', detail, NOT_YET)
    case 'headers':
      return state('headers', 'warn', 'Syncing headers', detail, behind)
    case 'blocks':
      return state('blocks', 'warn', `Syncing, ${percent(sync.progress)}`, detail, behind)
    case 'stalled':
      return state('stalled', 'bad', 'Stalled', detail, behind)
    case 'unsupported':
      return state('unsupported', 'bad', 'Cannot follow', detail, behind)
    case 'other-branch':
      return state('other-branch', 'bad', 'Other branch', detail, 'peers have another')
    case 'reorganising':
      return state('reorganising', 'warn', 'Changing branch', detail, `block ${groupDigits(evidence.headers)} is ahead`)
    case 'stale-tip':
      return state('stale-tip', 'warn', 'Old tip', detail, ahead)
    case 'no-peers':
      return state('no-peers', 'warn', 'No peers', detail, ahead)
    case 'solo':
      return status.network === 'regtest'
        ? state('solo', 'ok', 'Running alone', detail, current)
        : state('solo', 'warn', 'Running alone', detail, ahead)
    case 'synced':
      return state('synced', 'ok', 'Synced', detail, current)
  }
}

/** Whether the node knows of no further blocks. */
export const isFetched = ({ id }: ChainState): boolean => id === 'synced' || id === 'solo'

/** Never 100 % while something is missing. */
const percent = (progress: number) => `${Math.min(99, Math.floor(progress * 100))} %`
