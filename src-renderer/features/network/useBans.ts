import { RpcError } from '#shared/errors.ts'
import type { RpcClient } from '#shared/rpc/client.ts'
import type { MethodResult } from '#shared/rpc/index.ts'
import { MAX_RESTORED } from '#shared/rpc/methods/networkViews.ts'
import { describeError } from '../../components/describeError.ts'
import { shortSubnet } from '../../components/shortSubnet.ts'
import { t } from '../../i18n/texts.ts'
import { useNode } from '../../node/context.tsx'
import { toast } from '../../ui/toasts.ts'
import { type BanTime, formatBanned } from './banTimes.ts'
import { useNetworkRenewal } from './useNetworkRenewal.ts'
import { useNodeNames } from './useNodeNames.ts'

export type ListedBan = MethodResult<'listbans'>[number]

export interface BanOrder {
  readonly subnet: string
  readonly time: BanTime
  readonly note?: string | undefined
}

/** Maximum number of parallel calls: lists of thousands must not delay other calls. */
const AT_ONCE = 16

type Outcome = 'done' | 'already' | { readonly error: unknown }

/** Runs an action for each item, at most AT_ONCE in parallel. Returns the results in the order of the list. */
async function each<Item>(list: readonly Item[], act: (item: Item) => Promise<Outcome>): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = []
  for (let from = 0; from < list.length; from += AT_ONCE) {
    outcomes.push(...(await Promise.all(list.slice(from, from + AT_ONCE).map(act))))
  }
  return outcomes
}

async function banOne(client: RpcClient, { subnet, time, note }: BanOrder): Promise<Outcome> {
  const bantime = BigInt('until' in time ? time.until : time.seconds)
  try {
    await client.call('setban', {
      'ip(/netmask)': subnet,
      command: 'add',
      bantime,
      absolute: 'until' in time,
      note: note ?? '',
    })
    return 'done'
  } catch (error) {
    return error instanceof RpcError && error.message.includes('already banned') ? 'already' : { error }
  }
}

async function unbanOne(client: RpcClient, subnet: string): Promise<Outcome> {
  try {
    await client.call('setban', { 'ip(/netmask)': subnet, command: 'remove' })
    return 'done'
  } catch (error) {
    return error instanceof RpcError && /Unban failed/.test(error.message) ? 'already' : { error }
  }
}

/** Kind of notification: notifications about the same address or range replace each other. */
const toastKindFor = ([first, ...others]: readonly string[]) =>
  first !== undefined && others.length === 0 ? `ban ${shortSubnet(first)}` : undefined

const findFailure = (outcomes: readonly Outcome[]) => outcomes.find((outcome) => typeof outcome === 'object')

/** Bans and unbans immediately, each with undo. */
export function useBans() {
  const { client } = useNode()
  const renew = useNetworkRenewal()
  const names = useNodeNames()
  const toName = (subnet: string) => names.ownOfBan(subnet) ?? shortSubnet(subnet)

  function problem(title: string, outcomes: readonly Outcome[]) {
    const failure = findFailure(outcomes)
    if (typeof failure !== 'object') return
    const { error } = failure
    const isInvalid = error instanceof RpcError && /Invalid IP/.test(error.message)
    toast({
      ...{ tone: 'bad', kind: title, title },
      detail: isInvalid ? t('network:ban.bad') : describeError(error).title,
    })
  }

  /** Restores bans with their reasons and creation times, as if they had never been lifted. */
  async function restore(bans: readonly ListedBan[]) {
    const entries = bans.map(({ address, banned_until, created, reason, note }) => ({
      ...{ address, banned_until, created, reason, note },
    }))
    try {
      for (let from = 0; from < entries.length; from += MAX_RESTORED)
        await client.call('restorebans', { bans: entries.slice(from, from + MAX_RESTORED) })
    } catch (error) {
      problem(t('network:told.notRestored'), [{ error }])
    }
    renew()
  }

  async function lift(subnets: readonly string[]) {
    const outcomes = await each(subnets, (subnet) => unbanOne(client, subnet))
    problem(t('network:told.notUndone'), outcomes)
    renew()
  }

  return {
    /**
     * Resolves to the number of new bans.
     * @param told text of the notification, instead of the usual one
     */
    async ban(orders: readonly BanOrder[], told?: string): Promise<number> {
      const outcomes = await each(orders, (order) => banOne(client, order))
      const fresh = orders.filter((_, index) => outcomes[index] === 'done')
      const already = outcomes.filter((outcome) => outcome === 'already').length
      renew()
      problem(orders.length === 1 ? t('network:told.notBannedOne') : t('network:told.notBanned'), outcomes)
      const [first] = fresh
      if (first) {
        const what = fresh.length === 1 ? toName(first.subnet) : t('network:told.addresses', { count: fresh.length })
        toast({
          tone: 'ok',
          kind: toastKindFor(fresh.map(({ subnet }) => subnet)),
          title: told ?? formatBanned(what, first.time),
          detail: already > 0 ? t('network:told.already', { count: already }) : undefined,
          action: { label: t('network:undo'), run: () => void lift(fresh.map(({ subnet }) => subnet)) },
        })
      } else if (already > 0) {
        const detail = t('network:told.alreadyHint')
        toast({ tone: 'neutral', kind: 'banned', title: t('network:told.alreadyAll'), detail })
      }
      return fresh.length
    },

    async unban(bans: readonly ListedBan[]): Promise<void> {
      const outcomes = await each(bans, ({ address }) => unbanOne(client, address))
      const lifted = bans.filter((_, index) => outcomes[index] === 'done')
      renew()
      problem(t('network:told.notUnbanned'), outcomes)
      const [first] = lifted
      if (!first) return
      toast({
        tone: 'ok',
        kind: toastKindFor(lifted.map(({ address }) => address)),
        title:
          lifted.length === 1
            ? t('network:told.unbanned', { address: toName(first.address) })
            : t('network:told.unbannedMany', { count: lifted.length }),
        action: { label: t('network:undo'), run: () => void restore(lifted) },
      })
    },

    async clear(bans: readonly ListedBan[]): Promise<void> {
      try {
        await client.call('clearbanned', {})
        toast({
          tone: 'ok',
          title: t('network:told.cleared', { count: bans.length }),
          action: { label: t('network:undo'), run: () => void restore(bans) },
        })
      } catch (error) {
        problem(t('network:told.notCleared'), [{ error }])
      }
      renew()
    },
  }
}
