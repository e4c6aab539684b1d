/**
 * The private sandbox is the only chain whose payments need no approval, because its coins are test coins. This file
 * and the sandbox's two nodes decide whether a chain is the private sandbox, never a page:
 *
 * 1. Its kind in the list is `sandbox` or `friend`, or `-sandbox` started the program; labels are ignored.
 * 2. No option lets another program in, and only Friend's node listens, on loopback (harmlessStart.ts).
 * 3. Neither wallet ever had contact with the outside: a peer other than the other wallet's node
 * (p2p/peer/pairNonces.ts), or
 *    a key that this program did not make for it. Each node keeps a durable record (composition/contactRecord.ts).
 *
 * In all other respects the sandbox is like other chains. When sending, a node checks that this still holds for both
 * wallets (composition/pairState.ts).
 */
import { randomBytes } from 'node:crypto'
import { meansSandbox, parseCommandLine } from '#shared/arguments.ts'
import { type PairData, type PairRole, PairState } from '../../node/index.ts'
import { type ChainProfile, dataDirectory, getConfFile, isSame, sandboxChain, sandboxPair } from './chainProfile.ts'
import { confValues } from './confPassword.ts'
import { isHarmlessStart } from './harmlessStart.ts'

const SECRET_BYTES = 32

type Placed = Pick<ChainProfile, 'kind' | 'argv' | 'options'>

/** Returns the role of the chain's wallet in the sandbox, or undefined for any other chain. */
export function sandboxRole({ kind, argv, options }: Placed): PairRole | undefined {
  if (kind === 'sandbox') return 'me'
  if (kind === 'friend') return isSame({ options }, sandboxChain) ? 'friend' : undefined
  // A sandbox that the command line names and the list does not contain.
  return kind === 'commandline' && meansSandbox(parseCommandLine(argv).options) ? 'me' : undefined
}

/** Decides which payments need no approval. */
export class SandboxPrivacy {
  readonly #profiles: () => readonly ChainProfile[]
  #secret = randomBytes(SECRET_BYTES)
  #state = new PairState()

  constructor(profiles: () => readonly ChainProfile[]) {
    this.#profiles = profiles
  }

  /** Returns true if the wallet's payments of test coins currently need no approval. */
  paysWithoutQuestion(id: string): boolean {
    const profile = this.#profiles().find((each) => each.id === id)
    return profile !== undefined && this.#roleIn(profile) !== undefined && this.#state.isPrivate()
  }

  /**
   * Returns the start data for a node of the sandbox. Returns undefined for the node of any other chain, and for a node
   * that others could reach. The wallet counts as unchecked until the node has checked it.
   * @param argv arguments including those for this start only
   */
  startData(id: string, argv: readonly string[]): PairData | undefined {
    const profiles = this.#profiles()
    const profile = profiles.find((each) => each.id === id)
    const role = profile && this.#roleIn(profile)
    if (profile === undefined || role === undefined) return undefined
    this.#state.setChecked(role, false)
    const pair = sandboxPair(profiles)
    if (pair.friend === undefined) this.#state.setChecked('friend', true)
    if (!isHarmlessStart(role, argv, confValues(getConfFile(profile)))) return undefined
    const other = role === 'me' ? pair.friend : pair.me
    const otherFolder = other === undefined ? null : dataDirectory(other)
    return { role, secret: this.#secret, memory: this.#state.memory, otherFolder }
  }

  /** Returns true if the changed options let others reach a node of the sandbox that they could not reach before. */
  opens(before: ChainProfile, after: ChainProfile): boolean {
    const role = this.#roleIn(before)
    if (role === undefined) return false
    const conf = confValues(getConfFile(before))
    return isHarmlessStart(role, before.argv, conf) && !isHarmlessStart(role, after.argv, conf)
  }

  /** Resets the state after the sandbox was removed from the list, because the next sandbox is a different chain. */
  forget({ kind }: Pick<ChainProfile, 'kind'>): void {
    if (kind !== 'sandbox') return
    this.#secret = randomBytes(SECRET_BYTES)
    this.#state = new PairState()
  }

  /** Ignores a sandbox of the command line if the list contains one, because the second wallet belongs to that one. */
  #roleIn(profile: ChainProfile): PairRole | undefined {
    const role = sandboxRole(profile)
    const pair = this.#profiles().some(({ kind }) => kind === 'sandbox')
    return profile.kind === 'commandline' && pair ? undefined : role
  }
}
