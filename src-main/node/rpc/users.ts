import type { CallContext } from '#shared/rpc/define.ts'
import { methods } from '#shared/rpc/index.ts'
import { readsOnly } from '#shared/rpc/readsOnly.ts'
import { createAllowList } from './allowList.ts'
import { REFUSALS, type Refusal } from './refusal.ts'

/** Rights of users other than the owner, by the names in `Authorization`. */
export interface UserSettings {
  /** A user with several lists may call only methods that are in every list. */
  readonly whitelists: readonly { readonly user: string; readonly methods: readonly string[] }[]
  /** If true, users without a list may call nothing. Default: true if there are lists. */
  readonly whitelistDefault: boolean | undefined
  /** Users that may call only methods that read. */
  readonly readOnly: readonly string[]
  /** Users whose password works from this computer only. */
  readonly localOnly: readonly string[]
  readonly limits: readonly UserLimit[]
}

export interface UserLimit {
  readonly user: string
  /** Calls per second. */
  readonly calls: number
  /** Milliseconds of the node thread per second, unlimited if undefined. */
  readonly work: number | undefined
}

export interface CallerContext extends CallContext {
  /** Undefined for the owner, and for other users with all rights. */
  readonly user?: RpcUser | undefined
}

/** Addresses of this computer, which every allow list has. */
const LOOPBACK = createAllowList([])

/** A limited user occupies at most this fraction of the work queue: one in four slots. */
const SHARE_OF_QUEUE = 4

/**
 * Users with fewer rights than the owner, by name. Each is created once, so that its limits apply to all of its
 * connections.
 */
export class Users {
  readonly #settings: UserSettings
  readonly #now: () => number
  readonly #maxWaiting: number
  readonly #known = new Map<string, RpcUser | undefined>()

  /**
   * @param now milliseconds of a monotonic clock
   * @param maxWaiting length of the work queue; a limited user gets a share
   */
  constructor(
    settings: UserSettings,
    { now, maxWaiting }: { readonly now: () => number; readonly maxWaiting: number },
  ) {
    this.#settings = settings
    this.#now = now
    this.#maxWaiting = Math.max(1, Math.floor(maxWaiting / SHARE_OF_QUEUE))
  }

  /** Returns the user, or undefined if the user has all rights. */
  find(name: string): RpcUser | undefined {
    if (!this.#known.has(name)) this.#known.set(name, this.#create(name))
    return this.#known.get(name)
  }

  /** Returns true if the user may log in from this address of a client. */
  admits(name: string, address: string | undefined): boolean {
    return !this.#settings.localOnly.includes(name) || LOOPBACK.allows(address)
  }

  #create(name: string): RpcUser | undefined {
    const allowed = allowedMethods(name, this.#settings)
    const limit = this.#settings.limits.findLast(({ user }) => user === name)
    if (allowed === undefined && limit === undefined) return undefined
    return new RpcUser(allowed, limit, { now: this.#now, maxWaiting: this.#maxWaiting })
  }
}

/** User with fewer rights than the owner. */
export class RpcUser {
  readonly #allowed: ReadonlySet<string> | undefined
  readonly #limited: boolean
  readonly #calls: RateLimit
  readonly #work: RateLimit
  readonly #maxWaiting: number
  /** Number of requests whose replies are being computed. */
  waiting = 0

  /** @param allowed names of methods, or undefined for all */
  constructor(
    allowed: ReadonlySet<string> | undefined,
    limit: UserLimit | undefined,
    { now, maxWaiting }: { readonly now: () => number; readonly maxWaiting: number },
  ) {
    this.#allowed = allowed
    this.#limited = limit !== undefined
    this.#calls = new RateLimit(limit?.calls, now)
    this.#work = new RateLimit(limit?.work, now)
    this.#maxWaiting = maxWaiting
  }

  /**
   * Returns the reason why the user may not make these calls now. Returns undefined if the calls are allowed, and
   * counts them.
   */
  refusal(names: readonly string[]): Refusal | undefined {
    const allowed = this.#allowed
    if (allowed !== undefined && !names.every((method) => allowed.has(method))) return REFUSALS.forbidden
    if (!this.#limited) return undefined
    if (!this.#calls.left() || !this.#work.left()) return REFUSALS.tooMany
    if (this.waiting >= this.#maxWaiting) return REFUSALS.busy
    this.#calls.take(names.length)
    return undefined
  }

  /** Counts milliseconds of work on the node thread. */
  worked(milliseconds: number): void {
    this.#work.take(milliseconds)
  }
}

/** Returns the methods that a user may call, or undefined for all. */
function allowedMethods(name: string, settings: UserSettings): ReadonlySet<string> | undefined {
  const { whitelists, whitelistDefault = whitelists.length > 0, readOnly } = settings
  const lists = whitelists.filter(({ user }) => user === name).map((list) => new Set(list.methods))
  if (readOnly.includes(name)) lists.push(readingMethods())
  const [first, ...more] = lists
  if (first === undefined) return whitelistDefault ? new Set() : undefined
  return more.reduce((both, list) => both.intersection(list), first)
}

function readingMethods(): Set<string> {
  return new Set(
    Object.values(methods)
      .filter((method) => readsOnly(method))
      .map(({ name }) => name),
  )
}

/**
 * Token bucket that refills at `perSecond` and holds at most the quota of one second. Exceeding it delays later calls.
 */
class RateLimit {
  readonly #perSecond: number | undefined
  readonly #now: () => number
  #left: number
  #since: number

  /** @param perSecond quota per second, unlimited if undefined */
  constructor(perSecond: number | undefined, now: () => number) {
    this.#perSecond = perSecond
    this.#now = now
    this.#left = perSecond ?? 0
    this.#since = now()
  }

  left(): boolean {
    const perSecond = this.#perSecond
    if (perSecond === undefined) return true
    const time = this.#now()
    this.#left = Math.min(perSecond, this.#left + ((time - this.#since) * perSecond) / 1000)
    this.#since = time
    return this.#left > 0
  }

  take(amount: number): void {
    this.#left -= amount
  }
}
