import { DECLINED, RPC_ERROR, RpcError } from '#shared/errors.ts'
import { ConnectionError } from '../node/connection.ts'

/** An error in the user's terms: what happened, what is safe, what to do; the technical text for those who want it. */
export interface ErrorStory {
  readonly title: string
  readonly safe?: string | undefined
  readonly advice?: string | undefined
  readonly details: string
}

const KNOWN: Readonly<Record<number, Omit<ErrorStory, 'details'>>> = {
  [RPC_ERROR.IN_WARMUP]: {
    title: 'The node is still starting',
    advice: 'This view updates when the node is ready.',
  },
  [RPC_ERROR.INSUFFICIENT_FUNDS]: {
    title: 'There are not enough spendable coins',
    safe: 'Nothing was sent.',
    advice: 'Coins that were just mined or received may need a few more blocks.',
  },
  [RPC_ERROR.VERIFY_REJECTED]: {
    title: 'The network rules refuse this transaction',
    safe: 'Nothing was sent and nothing was spent.',
    advice: 'Build it again: its coins may have been spent since.',
  },
  [RPC_ERROR.VERIFY]: {
    title: 'The transaction spends coins that are gone or unknown',
    safe: 'Nothing was sent.',
    advice: 'Build it again with the coins as they are now.',
  },
  [RPC_ERROR.ALREADY_IN_CHAIN]: {
    title: 'This transaction is already confirmed',
    safe: 'It was not sent a second time.',
  },
  [RPC_ERROR.METHOD_NOT_FOUND]: {
    title: 'This node does not offer that call',
    safe: 'Nothing was changed.',
  },
  [RPC_ERROR.UNLOCK_NEEDED]: {
    title: 'The wallet is locked',
    safe: 'Nothing was sent.',
    advice: 'Unlock it with its passphrase and try again.',
  },
  [RPC_ERROR.KEYPOOL_RAN_OUT]: {
    title: 'The locked wallet has no unused key left',
    safe: 'Nothing was changed.',
    advice: 'Unlock it with its passphrase: it makes new keys then.',
  },
  [RPC_ERROR.INTERNAL]: {
    title: 'Something went wrong inside the node',
    advice: 'Try again; if it happens again, see the log in the data directory.',
  },
}

/** Failures that affect every part of a page at once. The frame reports them once, above the page. */
export function isToldByFrame(error: unknown): boolean {
  return error instanceof ConnectionError || (error instanceof RpcError && error.code === RPC_ERROR.IN_WARMUP)
}

/** The node has no token key: it runs without a wallet. */
export function needsKey(error: unknown): error is RpcError {
  return error instanceof RpcError && /-pubkey=/.test(error.message)
}

/** The user declined in the app's own window: not a failure. */
export function isDeclined(error: unknown): boolean {
  return error instanceof RpcError && error.message.startsWith(DECLINED)
}

export function describeError(error: unknown): ErrorStory {
  if (error instanceof ConnectionError) {
    return {
      title: 'The node cannot be reached',
      advice: 'The window keeps trying. Check that the program still runs.',
      details: error.message,
    }
  }
  if (needsKey(error)) {
    return {
      title: 'There is no token key',
      advice: 'Tokens and faucet claims belong to a key of the wallet, and this node runs without one.',
      details: `error code: ${error.code}\n${error.message}`,
    }
  }
  if (isDeclined(error)) return { title: DECLINED, safe: 'Nothing was done.', details: '' }
  if (error instanceof RpcError) {
    const known = KNOWN[error.code]
    const details = `error code: ${error.code}\n${error.message}`
    return known ? { ...known, details } : { title: firstLine(error.message), details }
  }
  const details = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  return {
    title: 'The answer of the node could not be understood',
    advice: 'Window and node may be of different versions: restart the program.',
    details,
  }
}

function firstLine(message: string): string {
  const line = message.split('\n', 1)[0] ?? ''
  return line.length > 160 ? `${line.slice(0, 160)}…` : line || 'The node refused the call'
}
