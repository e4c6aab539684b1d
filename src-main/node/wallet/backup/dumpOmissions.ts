import type { Keyring } from '../keys/index.ts'
import type { AddressBook, ScriptBook } from '../ownership/index.ts'
import type { WalletLedger } from '../transactions/index.ts'

interface DumpedWallet {
  readonly keyring: Pick<Keyring, 'accounts' | 'shielded'>
  readonly scripts: Pick<ScriptBook, 'list'>
  readonly book: Pick<AddressBook, 'foreignLabels'>
  readonly ledger: Pick<WalletLedger, 'transactions'>
}

const counted = (count: number, one: string, many = `${one}s`) =>
  count === 0 ? [] : [`${count} ${count === 1 ? one : many}`]

/** Returns what this wallet has and a dump of its keys lacks, as parts of a sentence. */
export function describeDumpOmissions({ keyring, scripts, book, ledger }: DumpedWallet): readonly string[] {
  const all = scripts.list()
  const isCommented = ({ comment, commentTo }: { readonly comment: string; readonly commentTo: string }) =>
    comment !== '' || commentTo !== ''
  return [
    ...(keyring.accounts.phrase() ? ['the recovery phrase'] : []),
    ...counted(all.filter(({ kind }) => kind === 'redeem').length, 'redeem script'),
    ...counted(all.filter(({ kind }) => kind === 'watch').length, 'watch-only script'),
    ...counted(book.foreignLabels().length, 'label of another address', 'labels of other addresses'),
    ...counted(ledger.transactions().filter(isCommented).length, 'comment'),
    ...counted(keyring.shielded.count(), 'shielded key'),
  ]
}
