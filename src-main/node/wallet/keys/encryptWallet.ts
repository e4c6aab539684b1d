import { yieldToEventLoop } from '../../util/index.ts'
import { wrapMasterKey } from './passphrase.ts'
import { KEY_BYTES, seal } from './seal.ts'
import { keyPurpose, SEED_PURPOSE, type SealSecret } from './sealPurpose.ts'
import { notifyVaultChanged, type VaultState, withMasterKey } from './vaultState.ts'

/** How many keys are sealed of how many; nothing is written before the last one. */
export type SealProgress = (done: number, total: number) => void

/** What a caller adds to the encryption of a wallet. */
export interface EncryptionSteps {
  /** runs before the transaction: seals what `within` will store, in steps */
  prepare(seal: SealSecret): Promise<void>
  /** runs in the transaction that writes everything, while secrets can be read and stored */
  within(): void
  readonly onSealed: SealProgress | undefined
}

/** Secrets that are sealed between two yields to the event loop: some milliseconds. */
const SEALED_AT_A_TIME = 100

function sealSecret(
  { file, random }: VaultState,
  master: Uint8Array,
  pubkey: Uint8Array,
): Uint8Array | null | undefined {
  const secret = file.secretOf(pubkey)?.secret
  const sealed = secret && seal(master, secret, keyPurpose(pubkey), random)
  secret?.fill(0)
  return sealed
}

/** Seals the plain secrets step by step into memory; the file is not written. */
async function sealAhead(state: VaultState, master: Uint8Array, onSealed: SealProgress | undefined): Promise<void> {
  const { file } = state
  file.forgetKept()
  const plain = file.plainKeys()
  for (const [index, pubkey] of plain.entries()) {
    const sealed = sealSecret(state, master, pubkey)
    if (sealed) file.keepSealed(pubkey, sealed)
    const done = index + 1
    if (done % SEALED_AT_A_TIME !== 0 && done !== plain.length) continue
    onSealed?.(done, plain.length)
    await yieldToEventLoop()
  }
}

/** Inside the transaction that writes everything: replaces all plain secrets. Keys that came since `sealAhead` are sealed here. */
function writeSealed(state: VaultState, master: Uint8Array): void {
  const { file, random } = state
  for (const pubkey of file.plainUnkept()) {
    const sealed = sealSecret(state, master, pubkey)
    if (sealed) file.sealKey(pubkey, sealed)
  }
  file.sealKept()
  const seed = file.seed()
  if (!seed?.plain) return
  file.putSeed({ ...seed, plain: null, sealed: seal(master, seed.plain, SEED_PURPOSE, random) })
  seed.plain.fill(0)
}

/** Encrypts a wallet without a passphrase in one transaction, then erases the plain secrets from the disk. See `Vault.protect`. */
export async function encryptWallet(
  state: VaultState,
  passphrase: string,
  { prepare, within, onSealed }: EncryptionSteps,
): Promise<void> {
  const { file, random } = state
  const master = random.bytes(KEY_BYTES)
  try {
    const row = await wrapMasterKey(state, passphrase, master)
    await sealAhead(state, master, onSealed)
    await prepare((secret, purpose) => seal(master, secret, purpose, random))
    file.rewrite(() => {
      writeSealed(state, master)
      file.putEncryption(row)
      withMasterKey(state, master, row, within)
    })
    state.encryption = row
  } finally {
    file.forgetKept()
    master.fill(0)
  }
  notifyVaultChanged(state)
  // The encrypted wallet is on disk. If this run does not get to erase the traces, the next start does.
  await yieldToEventLoop()
  file.wipeTraces()
}
