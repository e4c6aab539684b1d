import { DecodeError, describeFileError } from '../../util/index.ts'
import { WalletError } from '../walletError.ts'

/** Wallet problem that the user must decide before the node starts. */
export interface WalletProblem {
  /** `empty`: the file holds no wallet; `foreign`: it holds another wallet than the chain was used with */
  readonly kind: 'missing' | 'empty' | 'foreign' | 'damaged'
  readonly path: string
  /** first digits of the id of the wallet that the chain was used with, or null if unknown */
  readonly expected: string | null
  /** first digits of the id of the wallet in the file, or null if unknown */
  readonly found: string | null
  /** unix seconds since when the expected wallet was used with the chain, or null if unknown */
  readonly noted: number | null
  /** true if the wallet in the file was used with the chain before */
  readonly earlier: boolean
}

export class WalletFileError extends Error {
  override readonly name = 'WalletFileError'
  readonly problem: WalletProblem | null

  constructor(cause: string | WalletProblem, options?: ErrorOptions) {
    super(typeof cause === 'string' ? cause : describeProblem(cause), options)
    this.problem = typeof cause === 'string' ? null : cause
  }
}

function describeProblem({ kind, path, expected, found, noted, earlier }: WalletProblem): string {
  const since = noted === null ? '' : `, noted on ${new Date(noted * 1000).toISOString().slice(0, 10)}`
  const known = expected === null ? '' : ` (${expected}${since})`
  const back = `Put the file or a backup of it back and start again, or start once with -newwallet`
  const anew =
    'to begin with a new, empty wallet: without the old file or its recovery phrase its coins cannot be spent.'
  if (kind === 'missing') {
    const used = expected === null ? 'before: its blocks are on disk' : `with a wallet${known}`
    return `The wallet file ${path} is missing, but this chain was used ${used}. ${back} ${anew}`
  }
  if (kind === 'empty')
    return `There is no wallet in the file ${path}, but this chain was used before${known}. ${back} ${anew} The existing file is kept under another name.`
  if (kind === 'foreign') {
    const other = `${found === null ? '' : ` ${found}`}${earlier ? ', with which this chain was used before' : ''}`
    return `The wallet file ${path} holds another wallet${other}, not the one that this chain is used with${known}. Put the wallet of this chain back, or start once with -newwallet to continue with the one in the file. Nothing is deleted.`
  }
  return `The wallet file ${path} is damaged and was left as it is. Restore a backup of it, or start once with -newwallet to keep it under another name and begin with an empty wallet.`
}

/**
 * Converts damage and disk errors to a WalletFileError; damage may be found only when a page is read. Returns other
 * errors unchanged.
 */
export function explainWalletError(failure: unknown, path: string): unknown {
  const error = failure instanceof WalletError && failure.cause !== undefined ? failure.cause : failure
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const damaged = code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_NOTADB' || error instanceof DecodeError
  if (damaged) {
    const problem = { kind: 'damaged', path, expected: null, found: null, noted: null, earlier: false } as const
    return new WalletFileError(problem, { cause: error })
  }
  const text = describeFileError(error, path)
  return text === undefined ? error : new WalletFileError(text, { cause: error })
}

const DISK_ERROR = /^SQLITE_(FULL|READONLY|IOERR|CANTOPEN|CORRUPT|NOTADB)/

/** Converts a disk error to a WalletError, for callers while the node runs. Returns other errors unchanged. */
export function explainDiskError(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (!DISK_ERROR.test(code)) return error
  const text = `The wallet file cannot be read or written (${code}). Check the disk and its permissions.`
  return new WalletError('file', text, { cause: error })
}
