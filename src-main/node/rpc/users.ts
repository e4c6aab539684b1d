import type { CallContext } from '#shared/rpc/define.ts'
import { methods } from '#shared/rpc/index.ts'
import { readsOnly } from '#shared/rpc/readsOnly.ts'
import { REFUSALS, type Refusal } from './refusal.ts'

/** What users other than the owner may do; names are those of `Authorization`. */
export interface UserSettings {
  /** a user that stands here several times may call what is in all of its lists */
  readonly whitelists: readonly { readonly user: string; readonly methods: readonly string[] }[]
  /** users without a list may call nothing; undefined: that is so where there are lists at all */
  readonly whitelistDefault: boolean | undefined
  /** users that may call only what reads */
  readonly readOnly: readonly string[]
  readonly limits: readonly UserLimit[]
}

export interface UserLimit {
  readonly user: string
  /** a second */
  readonly calls: number
  /** milliseconds of the node's thread a second; undefined: any */
  readonly work: number | undefined
}

/** Who a call comes from. */
export interface CallerContext extends CallContext {
  /** undefined: the owner, or somebody with all of its rights */
  readonly user?: RpcUser | undefined
}

/** Of the places of the work queue one limited user takes at most so many: one in four. */
const SHARE_OF_QUEUE = 4

/** The users with fewer rights than the owner, by name. Each is made once, so that its limits hold for all of its connections. */
export class Users {
  readonly #settings: UserSettings
  readonly #now: () => number
  readonly #maxWaiting: number
  readonly #known = new Map<string, RpcUser | undefined>()

  /**
   * @param now milliseconds of a clock that only goes on
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

  /** Returns undefined for a user with all rights. */
  find(name: string): RpcUser | undefined {
    if (!this.#known.has(name)) this.#known.set(name, this.#create(name))
    return this.#known.get(name)
  }

  #create(name: string): RpcUser | undefined {
    const allowed = allowedMethods(name, this.#settings)
    const limit = this.#settings.limits.findLast(({ user }) => user === name)
    if (allowed === undefined && limit === undefined) return undefined
    return new RpcUser(allowed, limit, { now: this.#now, maxWaiting: this.#maxWaiting })
  }
}

/** A user with fewer rights than the owner. */
export class RpcUser {
  readonly #allowed: ReadonlySet<string> | undefined
  readonly #limited: boolean
  readonly #calls: Allowance
  readonly #work: Allowance
  readonly #maxWaiting: number
  /** requests whose answers are being made */
  waiting = 0

  /** @param allowed names of methods; undefined: all */
  constructor(
    allowed: ReadonlySet<string> | undefined,
    limit: UserLimit | undefined,
    { now, maxWaiting }: { readonly now: () => number; readonly maxWaiting: number },
  ) {
    this.#allowed = allowed
    this.#limited = limit !== undefined
    this.#calls = new Allowance(limit?.calls, now)
    this.#work = new Allowance(limit?.work, now)
    this.#maxWaiting = maxWaiting
  }

  /** Returns what keeps it from making these calls now; undefined if nothing does, and then they were counted. */
  refusal(names: readonly string[]): Refusal | undefined {
    const allowed = this.#allowed
    if (allowed !== undefined && !names.every((method) => allowed.has(method))) return REFUSALS.forbidden
    if (!this.#limited) return undefined
    if (!this.#calls.left() || !this.#work.left()) return REFUSALS.tooMany
    if (this.waiting >= this.#maxWaiting) return REFUSALS.busy
    this.#calls.take(names.length)
    return undefined
  }

  /** Counts milliseconds that the node's thread worked for it. */
  worked(milliseconds: number): void {
    this.#work.take(milliseconds)
  }
}

/** undefined: all */
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

/** So much per second, and what was not used within the last second. Taking more than is left delays what comes next. */
class Allowance {
  readonly #perSecond: number | undefined
  readonly #now: () => number
  #left: number
  #since: number

  /** @param perSecond undefined: any amount */
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
