import type { Clock } from '../../core/index.ts'
import type { AccountRow, WalletFile } from '../file/index.ts'
import { WalletError } from '../walletError.ts'
import type { KeyStore } from './keyStore.ts'
import { deriveExtendedKey, type KeyTree } from './keyTree.ts'
import { SEED_PURPOSE } from './sealPurpose.ts'
import type { Vault } from './vault.ts'

/**
 * A shown account of the phrase (BIP44). Its identity key, which modules can act for, is the key of its first address; it has
 * no label.
 */
export interface HdAccount {
  readonly account: number
  readonly label: string
  readonly pubkey: Uint8Array
}

/** What is stored about the wallet's phrase; the words are stored nowhere. */
export interface PhraseState {
  readonly words: number
  /** birthday in unix seconds; 0: unknown */
  readonly birth: number
}

export interface HdAccounts {
  /** undefined: the wallet has no phrase */
  phrase(): PhraseState | undefined
  /**
   * All further keys are derived from this seed; durable when it returns. Does nothing where the wallet has this phrase already.
   * `alongside` is written in the same step in either case.
   * @throws WalletError `locked`, `other-phrase`
   */
  setSeed(seed: Uint8Array, state: PhraseState, alongside: () => void): void
  /** The 64-byte seed, for the caller to wipe; undefined without a phrase. @throws WalletError `locked` */
  readSeed(): Uint8Array | undefined
  /** in the order of their numbers */
  list(): readonly HdAccount[]
  find(account: number): HdAccount | undefined
  /** Shows the next account. @throws WalletError `no-further-account`, `locked` */
  add(label: string): HdAccount
  /** @throws WalletError `invalid-input` when there is no such account */
  label(account: number, label: string): HdAccount
  /** A payment to one of its addresses was seen: the account is shown from now on, and the next one is prepared. */
  notice(account: number): void
  /** Prepares one more account than are shown, if the vault is open. */
  prepare(): void
  /** the account that is prepared and not shown yet */
  prepared(): HdAccount | undefined
  /** one more account is prepared than are shown, or the limit is reached */
  complete(): boolean
}

const MOST_ACCOUNTS = 100

interface Deps {
  readonly file: WalletFile
  readonly vault: Vault
  readonly tree: KeyTree
  readonly keys: KeyStore
  readonly clock: Clock
}

const noFurtherAccount = (text: string) => new WalletError('no-further-account', text)

/** The accounts of the wallet's phrase. One more than are shown is always prepared, so that payments to it are noticed. */
export function createHdAccounts({ file, vault, tree, keys, clock }: Deps): HdAccounts {
  const ownKeys = new Map<number, Uint8Array>()

  const describe = ({ account, label }: AccountRow): HdAccount => {
    const pubkey = ownKeys.get(account) ?? tree.publicKey({ account, chain: 0, child: 0 })
    ownKeys.set(account, pubkey)
    return { account, label: label ?? '', pubkey }
  }
  const shown = () => tree.accounts().filter(({ label }) => label !== null)
  /** Writes accounts together with their keys, or neither. */
  const durably = (work: () => void) => {
    try {
      file.atomically(() => {
        work()
        keys.reconcile()
      })
    } catch (error) {
      tree.reload()
      keys.reload()
      throw error
    }
  }
  const put = (row: AccountRow) => {
    file.putAccount(row)
    tree.adopt(row)
  }
  const prepared = () => tree.accounts().find(({ label }) => label === null)
  const prepare = () => {
    if (!tree.hasSeed() || prepared() || tree.accounts().length >= MOST_ACCOUNTS || vault.locked()) return
    const account = tree.accounts().length
    const extended = tree.extendedKey(account)
    durably(() => put({ account, extended, label: null, created: clock.now() }))
  }
  const show = (row: AccountRow, label: string) => {
    durably(() => put({ ...row, label }))
    prepare()
  }
  const find = (account: number) => shown().find((row) => row.account === account)

  return {
    phrase() {
      const seed = file.seed()
      return seed && { words: seed.words, birth: seed.birth }
    },
    setSeed(seed, { words, birth }, alongside) {
      vault.requireOpen()
      const rows = [0, 1].map((account): AccountRow => {
        const extended = deriveExtendedKey(seed, account)
        return { account, extended, label: account === 0 ? '' : null, created: clock.now() }
      })
      const [first] = tree.accounts()
      if (first && first.extended === rows[0]?.extended) return alongside()
      if (first) {
        const text = 'The wallet has another phrase already. Restore this one in a wallet of its own.'
        throw new WalletError('other-phrase', text)
      }
      const { secret: plain, sealed } = vault.store(seed, SEED_PURPOSE)
      durably(() => {
        file.putSeed({ plain, sealed, words, birth })
        rows.forEach(put)
        alongside()
      })
    },
    readSeed() {
      const row = file.seed()
      // A copy: what the vault reads in a wallet without a passphrase is the row's own.
      return row && vault.read({ secret: row.plain, sealed: row.sealed }, SEED_PURPOSE).slice()
    },
    list: () => shown().map(describe),
    find: (account) => {
      const row = find(account)
      return row && describe(row)
    },
    add(label) {
      if (!tree.hasSeed()) throw noFurtherAccount('The wallet has no phrase, and so no accounts')
      if (shown().length >= MOST_ACCOUNTS) throw noFurtherAccount(`A wallet has at most ${MOST_ACCOUNTS} accounts`)
      if (!prepared()) {
        vault.requireOpen()
        prepare()
      }
      const row = prepared()
      if (!row) throw new Error('an account was not prepared')
      show(row, label)
      return describe(row.label === label ? row : { ...row, label })
    },
    label(account, label) {
      const row = find(account)
      if (!row) throw new WalletError('invalid-input', `Invalid parameter, there is no account ${account}`)
      put({ ...row, label })
      return describe({ ...row, label })
    },
    notice(account) {
      const row = prepared()
      if (row && row.account <= account) show(row, '')
    },
    prepare,
    prepared() {
      const row = prepared()
      return row && describe(row)
    },
    complete: () => prepared() !== undefined || tree.accounts().length >= MOST_ACCOUNTS,
  }
}
