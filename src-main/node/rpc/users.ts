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

/** A user with fewer rights than the owner. */
export interface RpcUser {
  /** What keeps it from making these calls now; undefined: nothing, and they were counted. */
  refusal(names: readonly string[]): Refusal | undefined
  /** Counts milliseconds that the node's thread worked for it. */
  worked(milliseconds: number): void
  /** requests whose answers are being made */
  waiting: number
}

/** Who a call comes from. */
export interface CallerContext extends CallContext {
  /** undefined: the owner, or somebody with all of its rights */
  readonly user?: RpcUser | undefined
}

/** Of the places of the work queue one limited user takes at most so many: one in four. */
const SHARE_OF_QUEUE = 4

/**
 * The users with fewer rights than the owner, by name. Each is made once, so that its limits hold for all of its connections.
 * @param now milliseconds of a clock that only goes on
 */
export function createUsers(
  settings: UserSettings,
  { now, mostWaiting }: { readonly now: () => number; readonly mostWaiting: number },
): (name: string) => RpcUser | undefined {
  const known = new Map<string, RpcUser | undefined>()
  const most = Math.max(1, Math.floor(mostWaiting / SHARE_OF_QUEUE))
  return (name) => {
    if (!known.has(name)) known.set(name, createUser(name, settings, { now, most }))
    return known.get(name)
  }
}

function createUser(
  name: string,
  settings: UserSettings,
  { now, most }: { readonly now: () => number; readonly most: number },
): RpcUser | undefined {
  const allowed = allowedMethods(name, settings)
  const limit = settings.limits.findLast(({ user }) => user === name)
  if (allowed === undefined && limit === undefined) return undefined
  const calls = createAllowance(limit?.calls, now)
  const work = createAllowance(limit?.work, now)
  return {
    waiting: 0,
    refusal(names) {
      if (allowed !== undefined && !names.every((method) => allowed.has(method))) return REFUSALS.forbidden
      if (limit === undefined) return undefined
      if (!calls.left() || !work.left()) return REFUSALS.tooMany
      if (this.waiting >= most) return REFUSALS.busy
      calls.take(names.length)
      return undefined
    },
    worked: work.take,
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

/** So much a second, and what was not used within the last second. Taking more than is left delays what comes next. */
function createAllowance(perSecond: number | undefined, now: () => number) {
  let left = perSecond ?? 0
  let since = now()
  return {
    left(): boolean {
      if (perSecond === undefined) return true
      const time = now()
      left = Math.min(perSecond, left + ((time - since) * perSecond) / 1000)
      since = time
      return left > 0
    },
    take(amount: number): void {
      left -= amount
    },
  }
}
