import type { MethodResult } from '#shared/rpc/index.ts'
import { plural } from '../ui/format.ts'
import type { Connection } from './connection.ts'

/** What the chain is doing, in one word and one sentence. Every surface that shows a state shows this one. */
export interface ChainState {
  readonly id:
    | 'unreachable'
    | 'starting'
    | 'importing'
    | 'indexing'
    | 'stopping'
    | 'failed'
    | 'unclear'
    | 'solo'
    | 'no-peers'
    | 'syncing'
    | 'synced'
  readonly tone: 'ok' | 'warn' | 'bad' | 'neutral'
  readonly word: string
  readonly explanation: string
  /** what may be said of the newest block that is shown */
  readonly tip: string
}

export interface ChainEvidence {
  readonly connection: Connection
  readonly status: MethodResult<'getnodestatus'> | undefined
  readonly info: MethodResult<'getinfo'> | undefined
  /** the last time getinfo was asked there was no answer: `info`, if there is one, is an older one */
  readonly infoFailed: boolean
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

/** One pure function from the evidence to the state: two widgets can never disagree. */
export function chainState({ connection, status, info, infoFailed }: ChainEvidence): ChainState {
  if (connection.state === 'lost' || connection.state === 'locked') {
    return state(
      'unreachable',
      'bad',
      'Not connected',
      'The window has lost the node. What you see is what it last said.',
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
      return infoFailed ? unclear(info !== undefined) : running(status, info)
  }
}

function unclear(known: boolean): ChainState {
  const explanation = 'The node answers, but not what its chain is doing.'
  return state('unclear', 'warn', 'State unknown', explanation, known ? LAST_HEARD : NOT_YET)
}

function running(status: MethodResult<'getnodestatus'>, info: MethodResult<'getinfo'> | undefined): ChainState {
  if (!info) return state('starting', 'neutral', 'Reading', 'Asking the node what its chain is doing.', NOT_YET)
  if (info.longestchain > info.blocks) {
    const behind = `${plural(info.longestchain - info.blocks, 'block')} behind`
    return state('syncing', 'warn', 'Syncing', `${behind} the best chain that peers know.`, behind)
  }
  if (status.network === 'regtest' && info.connections === 0) {
    const explanation = 'A private chain on this computer: it needs no peers.'
    return state('solo', 'ok', 'Running alone', explanation, 'up to date')
  }
  if (info.connections === 0) {
    const explanation = 'Nobody is connected, so newer blocks may exist elsewhere.'
    return state('no-peers', 'warn', 'No peers', explanation, 'newer ones may exist')
  }
  return state('synced', 'ok', 'Synced', 'At the best block that this node and its peers know.', 'up to date')
}
