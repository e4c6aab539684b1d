import type { MethodResult } from '#shared/rpc/index.ts'
import { hash160 } from '../../crypto/index.ts'
import { encodeAddress } from '../../script/index.ts'
import { equal, toHex } from '../../util/index.ts'
import type { HdAccount, Wallet } from '../index.ts'
import { type CoverageDeps, findUncovered } from './phraseCoverage.ts'

export function encodeAccount({ account, label, pubkey }: HdAccount, identity: Uint8Array | undefined) {
  return {
    account,
    label,
    pubkey: toHex(pubkey),
    address: encodeAddress({ type: 1, hash: hash160(pubkey) }),
    identity: identity !== undefined && equal(identity, pubkey),
  } as MethodResult<'newaccount'>
}

/** Returns the progress of the move to the phrase, or null if no move is in progress. */
export function encodeMoveStatus({ agreedMove }: Pick<Wallet, 'agreedMove'>) {
  const status = agreedMove.status()
  return status ? { ...status, problem: status.problem ?? null } : null
}

export async function encodeWalletStatus(
  deps: CoverageDeps,
  signal?: AbortSignal,
): Promise<MethodResult<'getwalletstatus'>> {
  const uncovered = await findUncovered(deps, signal)
  const { wallet } = deps
  const { keyring } = wallet
  const identity = deps.pubkey()
  const { vault, accounts } = keyring
  const chosen = keyring.identity()
  // `-pubkey` may replace the wallet's own key for one run, and then there is no previous identity.
  const previous = identity && chosen && equal(identity, chosen) ? keyring.previousIdentity() : undefined
  const phrase = accounts.phrase()
  const until = vault.unlockedUntil()
  const unrestored = wallet.keys.used().filter(({ path, source }) => path === null && source !== 'retired')
  return {
    encrypted: vault.encrypted(),
    locked: vault.locked(),
    unlockeduntil: until === 0 ? null : until,
    onlystaking: vault.onlyStaking(),
    phrase: phrase !== undefined,
    words: phrase?.words ?? null,
    phrasekept: accounts.keepsWords(),
    phrasewritten: keyring.isPhraseWritten(),
    phrasetyped: phrase !== undefined && (phrase.typed === true || phrase.birth === 0),
    phrasereplaceable: wallet.isPhraseReplaceable(),
    phraseunused: wallet.isPhraseUnused(),
    phrasebirth: phrase === undefined || phrase.birth === 0 ? null : phrase.birth,
    searching: wallet.search.isDue(),
    following: wallet.search.isOpen(),
    accounts: accounts.list().map((account) => encodeAccount(account, identity)),
    identity: identity ? toHex(identity) : null,
    previousidentity: previous ? toHex(previous) : null,
    imported: unrestored.length,
    uncovered: uncovered.size,
    keychain: 'none',
    backup: keyring.lastBackup() ?? null,
    backupcomplete: keyring.isBackupComplete(),
    drill: keyring.lastDrill() ?? null,
    move: encodeMoveStatus(wallet),
  } as MethodResult<'getwalletstatus'>
}
