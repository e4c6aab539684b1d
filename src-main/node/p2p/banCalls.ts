import type { BanEntry, BanReason } from '../core/index.ts'
import type { BanList } from './bans/index.ts'
import { parseKnownSubnet } from './networkView.ts'

/** Ban list with subnets as text, for calls; the same with and without a network. */
export class BanCalls {
  readonly #bans: BanList

  constructor(bans: BanList) {
    this.#bans = bans
  }

  bans(): readonly BanEntry[] {
    return this.#bans.list()
  }

  isBanned(ip: Uint8Array): boolean {
    return this.#bans.isBanned(ip)
  }

  /** @param until unix seconds @throws Error if the text is not a valid subnet */
  ban(subnet: string, until: number, reason: BanReason, note: string): void {
    this.#bans.add(parseKnownSubnet(subnet), until, reason, note)
  }

  /** Returns the number of restored entries. */
  restoreBans(entries: readonly BanEntry[]): number {
    return this.#bans.restore(entries.map((entry) => ({ ...entry, ...parseKnownSubnet(entry.subnet) })))
  }

  /** Removes a ban. Returns false if the subnet was not banned. */
  unban(subnet: string): boolean {
    return this.#bans.remove(parseKnownSubnet(subnet))
  }

  clearBans(): void {
    this.#bans.clear()
  }
}
