import { WalletDatError } from './walletDatError.ts'
import { walletDatText } from './walletDatText.ts'

const OTHER_FILES: readonly (readonly [pattern: string, offset: number, message: string])[] = [
  [hex('SQLite format 3\0'), 0, walletDatText('sqlite')],
  [hex('# Wallet dump created by'), 0, walletDatText('dump')],
  ['1f8b', 0, walletDatText('compressed', { kind: 'gzip' })],
  [hex('PK\x03\x04'), 0, walletDatText('compressed', { kind: 'zip' })],
  ['88090400', 12, walletDatText('logFile')],
]

/**
 * Rejects files that users pick by mistake.
 * @param start first bytes of the file
 * @throws WalletDatError `not-a-wallet`
 */
export function rejectOtherFiles(start: Uint8Array, size: number): void {
  if (size === 0) throw new WalletDatError('not-a-wallet', walletDatText('empty'))
  const text = Buffer.from(start).toString('hex')
  for (const [pattern, offset, message] of OTHER_FILES)
    if (text.startsWith(pattern, 2 * offset)) throw new WalletDatError('not-a-wallet', message)
}

function hex(text: string): string {
  return Buffer.from(text, 'latin1').toString('hex')
}
