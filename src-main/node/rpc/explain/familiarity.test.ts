import { describe, expect, it } from 'vitest'
import type { Transaction } from '../../primitives/index.ts'
import { encodeAddress, p2pkhScript } from '../../script/index.ts'
import type { Wallet } from '../../wallet/index.ts'
import { createFamiliarity } from './familiarity.ts'

const hash = (fill: number) => new Uint8Array(20).fill(fill)
const addressFor = (fill: number) => encodeAddress({ type: 1, hash: hash(fill) })
const txid = (fill: number) => new Uint8Array(32).fill(fill)

interface Paid {
  readonly to: number
  readonly spends: boolean
}

/** Creates a wallet with key 1 whose transactions pay these keys. */
function walletWith(payments: readonly Paid[]): Pick<Wallet, 'ledger' | 'keys'> {
  const transactions = payments.map(({ to, spends }, index) => ({
    txid: txid(index),
    tx: { spends, vout: [to, 1].map((fill) => ({ value: 1n, scriptPubKey: p2pkhScript(hash(fill)) })) },
  }))
  const own = String(p2pkhScript(hash(1)))
  return {
    ledger: {
      transactions: () => transactions,
      debit: (tx: Transaction & { readonly spends: boolean }) => (tx.spends ? 5n : 0n),
      isMine: ({ scriptPubKey }: { readonly scriptPubKey: Uint8Array }) => String(scriptPubKey) === own,
    },
    keys: { used: () => [{ hash: hash(1) }] },
  } as unknown as Pick<Wallet, 'ledger' | 'keys'>
}

const ask = (payments: readonly Paid[], ...addresses: readonly (string | null)[]) =>
  createFamiliarity({ wallet: walletWith(payments), ccEnabled: true })(
    { txid: txid(99), payees: addresses.map((address) => ({ address })) as never },
    async () => {},
  )

/** Returns an address with the same ends and a different middle. */
const resembling = (address: string) => `${address.slice(0, 6)}${'x'.repeat(address.length - 10)}${address.slice(-4)}`

describe('createFamiliarity', () => {
  it('counts an address as paid before only if a transaction that spends wallet coins pays it', async () => {
    expect(await ask([{ to: 7, spends: true }], addressFor(7), addressFor(8))).toEqual([
      { paidbefore: true },
      { paidbefore: false },
    ])
    expect(await ask([{ to: 7, spends: false }], addressFor(7))).toEqual([{ paidbefore: false }])
  })

  it('ignores the explained transaction itself', async () => {
    const find = createFamiliarity({ wallet: walletWith([{ to: 7, spends: true }]), ccEnabled: true })
    const payees = [{ address: addressFor(7) }] as never
    expect(await find({ txid: txid(0), payees }, async () => {})).toEqual([{ paidbefore: false }])
  })

  it('returns the own or previously paid address that an address resembles', async () => {
    const [own, paid] = [addressFor(1), addressFor(7)]
    const all = await ask([{ to: 7, spends: true }], resembling(own), resembling(paid), paid, addressFor(9))
    expect(all).toEqual([
      { paidbefore: false, resembles: own },
      { paidbefore: false, resembles: paid },
      { paidbefore: true },
      { paidbefore: false },
    ])
  })

  it('returns no resembling address if only the beginning or the end is equal', async () => {
    const own = addressFor(1)
    const other = addressFor(9)
    const mixed = [`${own.slice(0, 20)}${other.slice(20)}`, `${other.slice(0, 14)}${own.slice(14)}`]
    expect(await ask([], ...mixed)).toEqual([{ paidbefore: false }, { paidbefore: false }])
  })

  it('returns nothing for outputs without an address, and without a wallet', async () => {
    expect(await ask([{ to: 7, spends: true }], null)).toEqual([{}])
    const find = createFamiliarity({ wallet: undefined, ccEnabled: true })
    const payees = [{ address: addressFor(7) }, undefined] as never
    expect(await find({ txid: txid(0), payees }, async () => {})).toEqual([{}, {}])
  })
})
