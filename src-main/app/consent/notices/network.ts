/** Notices about peers and bans. */

import type { MethodResult } from '#shared/rpc/index.ts'
import { MAX_RESTORED } from '#shared/rpc/methods/networkViews.ts'
import { formatSubnet, parseSubnet } from '../../../node/index.ts'
import type { ConsentContext, NotifiedActionHandler } from '../plan.ts'
import { shownBanEnd } from '../questions/arguments.ts'
import { said } from './quoteArgument.ts'
import { decodeCallResult } from './result.ts'

type Ban = MethodResult<'listbans'>[number]

async function restore({ client }: ConsentContext, bans: readonly Ban[]): Promise<void> {
  for (let at = 0; at < bans.length; at += MAX_RESTORED) {
    const some = bans.slice(at, at + MAX_RESTORED)
    await client.call('restorebans', { bans: some.map(({ covers: _, ...ban }) => ban) })
  }
}

export const setban: NotifiedActionHandler = async (call, ground) => {
  const range = call.args['ip(/netmask)'] as string
  const subnet = parseSubnet(range)
  const shown = subnet === undefined ? undefined : formatSubnet(subnet)
  const lifting = call.args['command'] === 'remove'
  const before = lifting ? (await ground.client.call('listbans')).filter(({ address }) => address === shown) : []
  const lift = async () => {
    await ground.client.call('setban', { 'ip(/netmask)': range, command: 'remove' })
  }
  const shownRange = said(range, ground)
  const end = shownBanEnd(call, ground.t)
  const banned = end
    ? ground.t(end.absolute ? 'notice.bannedUntil' : 'notice.bannedFor', { range: shownRange, time: end.time })
    : ground.t('notice.banned', { range: shownRange })
  return {
    notice: () => ({
      text: lifting ? ground.t('notice.allowed', { range: shownRange }) : banned,
      undo: lifting ? () => restore(ground, before) : lift,
    }),
  }
}

export const clearbanned: NotifiedActionHandler = async (_call, ground) => {
  const before = await ground.client.call('listbans')
  return {
    notice: () =>
      before.length === 0
        ? undefined
        : { text: ground.t('notice.lifted', { count: before.length }), undo: () => restore(ground, before) },
  }
}

export const restorebans: NotifiedActionHandler = async (call, ground) => {
  const before = new Set((await ground.client.call('listbans')).map(({ address }) => address))
  return {
    notice: (result) => {
      const { restored } = decodeCallResult<MethodResult<'restorebans'>>(call, result)
      if (restored === 0) return undefined
      return {
        text: ground.t('notice.bannedAgain', { count: restored }),
        async undo() {
          const now = await ground.client.call('listbans')
          const added = now.filter(({ address }) => !before.has(address))
          for (const { address } of added)
            await ground.client.call('setban', { 'ip(/netmask)': address, command: 'remove' })
        },
      }
    },
  }
}

export const addnode: NotifiedActionHandler = (call, ground) => {
  const { node, command } = call.args as { readonly node: string; readonly command: string }
  const opposite = async (other: 'add' | 'remove') => {
    await ground.client.call('addnode', { node, command: other })
  }
  const shown = { node: said(node, ground) }
  const kept = {
    add: { text: ground.t('notice.nodeAdded', shown), undo: () => opposite('remove') },
    remove: { text: ground.t('notice.nodeRemoved', shown), undo: () => opposite('add') },
  }
  return {
    notice: () =>
      command === 'add' || command === 'remove' ? kept[command] : { text: ground.t('notice.nodeTried', shown) },
  }
}

export const disconnectnode: NotifiedActionHandler = async (call, ground) => {
  const { node } = call.args
  const added = await ground.client.call('listaddednodes')
  const returns = added.some(
    (each) => each.kept && (each.node === node || each.addresses.some(({ address }) => address === node)),
  )
  const key = returns ? 'notice.disconnectedKept' : 'notice.disconnected'
  return { notice: () => ({ text: ground.t(key, { node: said(node, ground) }) }) }
}
