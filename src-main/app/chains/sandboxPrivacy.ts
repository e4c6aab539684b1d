/**
 * The private sandbox: the one place where payments go without a question, because its coins are toys. What it is is decided
 * here and by its two nodes, never by a page:
 *
 * 1. Its kind in the list is `sandbox` or `friend`, or `-sandbox` started the program; a label means nothing.
 * 2. No option lets another program in, and only Friend's node listens, on loopback (harmlessStart.ts).
 * 3. Neither wallet ever had contact with the outside: a peer other than the other wallet's node (p2p/peer/pairNonces.ts), or
 *    a key that this program did not make for it. Each node keeps a durable record (composition/contactRecord.ts).
 *
 * Otherwise nothing is different from other chains. A node knows at the moment of sending whether this still holds, for both
 * wallets (composition/pairState.ts).
 */
import { randomBytes } from 'node:crypto'
import { meansSandbox, parseCommandLine } from '#shared/arguments.ts'
import { type PairData, type PairRole, PairState } from '../../node/index.ts'
import { type ChainProfile, confFileOf, dataDirectory, isSame, sandboxChain, sandboxPair } from './chainProfile.ts'
import { confValues } from './confPassword.ts'
import { isHarmlessStart } from './harmlessStart.ts'

const SECRET_BYTES = 32

type Placed = Pick<ChainProfile, 'kind' | 'argv' | 'options'>

/** Returns which wallet of the sandbox a chain has, or undefined for any other chain. */
export function sandboxRole({ kind, argv, options }: Placed): PairRole | undefined {
  if (kind === 'sandbox') return 'me'
  if (kind === 'friend') return isSame({ options }, sandboxChain) ? 'friend' : undefined
  // One that the command line names and the list does not have.
  return kind === 'commandline' && meansSandbox(parseCommandLine(argv).options) ? 'me' : undefined
}

/** Decides which payments need no question. */
export class SandboxPrivacy {
  readonly #profiles: () => readonly ChainProfile[]
  #secret = randomBytes(SECRET_BYTES)
  #state = new PairState()

  constructor(profiles: () => readonly ChainProfile[]) {
    this.#profiles = profiles
  }

  /** Returns true if the wallet's payments of toy coins go without a question now. */
  paysWithoutQuestion(id: string): boolean {
    const profile = this.#profiles().find((each) => each.id === id)
    return profile !== undefined && this.#roleIn(profile) !== undefined && this.#state.isPrivate()
  }

  /**
   * Returns what a node of the sandbox gets at its start; undefined for the node of any other chain, and for one that others
   * could reach. Its wallet counts as unchecked until the node has checked it.
   * @param argv with the words for this start only
   */
  startData(id: string, argv: readonly string[]): PairData | undefined {
    const profiles = this.#profiles()
    const profile = profiles.find((each) => each.id === id)
    const role = profile && this.#roleIn(profile)
    if (profile === undefined || role === undefined) return undefined
    this.#state.setChecked(role, false)
    const pair = sandboxPair(profiles)
    if (pair.friend === undefined) this.#state.setChecked('friend', true)
    if (!isHarmlessStart(role, argv, confValues(confFileOf(profile)))) return undefined
    const other = role === 'me' ? pair.friend : pair.me
    const otherFolder = other === undefined ? null : dataDirectory(other)
    return { role, secret: this.#secret, memory: this.#state.memory, otherFolder }
  }

  /** Returns true if a change of the options would be the first to let others reach a node of the sandbox. */
  opens(before: ChainProfile, after: ChainProfile): boolean {
    const role = this.#roleIn(before)
    if (role === undefined) return false
    const conf = confValues(confFileOf(before))
    return isHarmlessStart(role, before.argv, conf) && !isHarmlessStart(role, after.argv, conf)
  }

  /** A chain left the list: the next sandbox is another one. */
  forget({ kind }: Pick<ChainProfile, 'kind'>): void {
    if (kind !== 'sandbox') return
    this.#secret = randomBytes(SECRET_BYTES)
    this.#state = new PairState()
  }

  /** A sandbox of the command line does not count if the list has another one: that one has the second wallet. */
  #roleIn(profile: ChainProfile): PairRole | undefined {
    const role = sandboxRole(profile)
    const pair = this.#profiles().some(({ kind }) => kind === 'sandbox')
    return profile.kind === 'commandline' && pair ? undefined : role
  }
}
