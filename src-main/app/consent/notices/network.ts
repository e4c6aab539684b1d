/** Notices about peers and bans. */

import type { MethodResult } from '#shared/rpc/index.ts'
import { MAX_RESTORED } from '#shared/rpc/methods/networkViews.ts'
import { formatSubnet, parseSubnet } from '../../../node/index.ts'
import type { ConsentContext, NotifiedActionHandler } from '../plan.ts'
import { shownBanEnd } from '../questions/arguments.ts'
import { quoteArgument } from './quoteArgument.ts'
import { decodeCallResult } from './result.ts'

type Ban = MethodResult<'listbans'>[number]

async function restore({ client }: ConsentContext, bans: readonly Ban[]): Promise<void> {
  for (let at = 0; at < bans.length; at += MAX_RESTORED) {
    const some = bans.slice(at, at + MAX_RESTORED)
    await client.call('restorebans', { bans: some.map(({ covers: _, ...ban }) => ban) })
  }
}

export const setban: NotifiedActionHandler = async (call, context) => {
  const range = call.args['ip(/netmask)'] as string
  const subnet = parseSubnet(range)
  const shown = subnet === undefined ? undefined : formatSubnet(subnet)
  const lifting = call.args['command'] === 'remove'
  const before = lifting ? (await context.client.call('listbans')).filter(({ address }) => address === shown) : []
  const lift = async () => {
    await context.client.call('setban', { 'ip(/netmask)': range, command: 'remove' })
  }
  const shownRange = quoteArgument(range, context)
  const end = shownBanEnd(call, context.t)
  const banned = end
    ? context.t(end.absolute ? 'notice.bannedUntil' : 'notice.bannedFor', { range: shownRange, time: end.time })
    : context.t('notice.banned', { range: shownRange })
  return {
    notice: () => ({
      text: lifting ? context.t('notice.allowed', { range: shownRange }) : banned,
      undo: lifting ? () => restore(context, before) : lift,
    }),
  }
}

export const clearbanned: NotifiedActionHandler = async (_call, context) => {
  const before = await context.client.call('listbans')
  return {
    notice: () =>
      before.length === 0
        ? undefined
        : { text: context.t('notice.lifted', { count: before.length }), undo: () => restore(context, before) },
  }
}

export const restorebans: NotifiedActionHandler = async (call, context) => {
  const before = new Set((await context.client.call('listbans')).map(({ address }) => address))
  return {
    notice: (result) => {
      const { restored } = decodeCallResult<MethodResult<'restorebans'>>(call, result)
      if (restored === 0) return undefined
      return {
        text: context.t('notice.bannedAgain', { count: restored }),
        async undo() {
          const now = await context.client.call('listbans')
          const added = now.filter(({ address }) => !before.has(address))
          for (const { address } of added)
            await context.client.call('setban', { 'ip(/netmask)': address, command: 'remove' })
        },
      }
    },
  }
}

export const addnode: NotifiedActionHandler = (call, context) => {
  const { node, command } = call.args as { readonly node: string; readonly command: string }
  const opposite = async (other: 'add' | 'remove') => {
    await context.client.call('addnode', { node, command: other })
  }
  const shown = { node: quoteArgument(node, context) }
  const kept = {
    add: { text: context.t('notice.nodeAdded', shown), undo: () => opposite('remove') },
    remove: { text: context.t('notice.nodeRemoved', shown), undo: () => opposite('add') },
  }
  return {
    notice: () =>
      command === 'add' || command === 'remove' ? kept[command] : { text: context.t('notice.nodeTried', shown) },
  }
}

export const disconnectnode: NotifiedActionHandler = async (call, context) => {
  const { node } = call.args
  const added = await context.client.call('listaddednodes')
  const returns = added.some(
    (each) => each.kept && (each.node === node || each.addresses.some(({ address }) => address === node)),
  )
  const key = returns ? 'notice.disconnectedKept' : 'notice.disconnected'
  return { notice: () => ({ text: context.t(key, { node: quoteArgument(node, context) }) }) }
}
