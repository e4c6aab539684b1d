import type { MethodResult } from '#shared/rpc/index.ts'
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
    | 'solo'
    | 'no-peers'
    | 'syncing'
    | 'synced'
  readonly tone: 'ok' | 'warn' | 'bad' | 'neutral'
  readonly word: string
  readonly explanation: string
}

const state = (id: ChainState['id'], tone: ChainState['tone'], word: string, explanation: string): ChainState => ({
  id,
  tone,
  word,
  explanation,
})

/** One pure function from the evidence to the state: two widgets can never disagree. */
export function chainState(
  connection: Connection,
  status: MethodResult<'getnodestatus'> | undefined,
  info: MethodResult<'getinfo'> | undefined,
): ChainState {
  if (connection.state === 'lost' || connection.state === 'locked') {
    return state(
      'unreachable',
      'bad',
      'Not connected',
      'The window has lost the node. What you see is what it last said.',
    )
  }
  if (!status) return state('starting', 'neutral', 'Connecting', 'Waiting for the first answer of the node.')
  switch (status.phase) {
    case 'starting':
      return state('starting', 'neutral', 'Starting', status.detail)
    case 'importing':
      return state('importing', 'neutral', 'Importing', status.detail)
    case 'indexing':
      return state('indexing', 'neutral', 'Indexing', status.detail)
    case 'stopping':
    case 'stopped':
      return state('stopping', 'warn', status.phase === 'stopped' ? 'Stopped' : 'Stopping', status.detail)
    case 'failed':
      return state('failed', 'bad', 'Failed', status.detail)
    case 'ready':
      return running(status, info)
  }
}

function running(status: MethodResult<'getnodestatus'>, info: MethodResult<'getinfo'> | undefined): ChainState {
  if (!info) return state('starting', 'neutral', 'Starting', 'Reading the chain.')
  if (info.longestchain > info.blocks) {
    const missing = info.longestchain - info.blocks
    return state('syncing', 'warn', 'Syncing', `${missing} blocks behind the best chain that peers know.`)
  }
  if (status.network === 'regtest' && info.connections === 0) {
    return state('solo', 'ok', 'Running alone', 'A private chain on this computer: it needs no peers.')
  }
  if (info.connections === 0) {
    return state('no-peers', 'warn', 'No peers', 'Nobody is connected, so newer blocks may exist elsewhere.')
  }
  return state('synced', 'ok', 'Synced', 'At the best block that this node and its peers know.')
}
