/** Notices about peers and bans. */

import type { MethodResult } from '#shared/rpc/index.ts'
import { MAX_RESTORED } from '#shared/rpc/methods/networkViews.ts'
import { formatSubnet, parseSubnet } from '../../../node/p2p/bans/index.ts'
import { type Ground, passOn, type Teller } from '../plan.ts'
import { resultOf } from './result.ts'
import { counted, said } from './words.ts'

type Ban = MethodResult<'listbans'>[number]

async function restore({ client }: Ground, bans: readonly Ban[]): Promise<void> {
  for (let at = 0; at < bans.length; at += MAX_RESTORED) {
    const some = bans.slice(at, at + MAX_RESTORED)
    await client.call('restorebans', { bans: some.map(({ covers: _, ...ban }) => ban) })
  }
}

export const setban: Teller = async (call, ground) => {
  const range = call.args['ip(/netmask)'] as string
  const subnet = parseSubnet(range)
  const shown = subnet === undefined ? undefined : formatSubnet(subnet)
  const lifting = call.args['command'] === 'remove'
  const before = lifting ? (await ground.client.call('listbans')).filter(({ address }) => address === shown) : []
  const lift = async () => {
    await ground.client.call('setban', { 'ip(/netmask)': range, command: 'remove' })
  }
  return {
    act: () => passOn(call, ground),
    notice: () => ({
      text: `${said(range)} was ${lifting ? 'allowed to connect again' : 'banned'}.`,
      undo: lifting ? () => restore(ground, before) : lift,
    }),
  }
}

export const clearbanned: Teller = async (call, ground) => {
  const before = await ground.client.call('listbans')
  return {
    act: () => passOn(call, ground),
    notice: () =>
      before.length === 0
        ? undefined
        : { text: `${counted(before.length, 'ban was', 'bans were')} lifted.`, undo: () => restore(ground, before) },
  }
}

export const restorebans: Teller = async (call, ground) => {
  const before = new Set((await ground.client.call('listbans')).map(({ address }) => address))
  return {
    async act() {
      return passOn(call, ground)
    },
    notice: (result) => {
      const { restored } = resultOf<MethodResult<'restorebans'>>(call, result)
      if (restored === 0) return undefined
      return {
        text: `${counted(restored, 'address was', 'addresses were')} banned again.`,
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

export const addnode: Teller = (call, ground) => {
  const { node, command } = call.args as { readonly node: string; readonly command: string }
  const opposite = async (other: 'add' | 'remove') => {
    await ground.client.call('addnode', { node, command: other })
  }
  const kept = {
    add: { text: `A connection to ${said(node)} is kept from now on.`, undo: () => opposite('remove') },
    remove: { text: `No connection to ${said(node)} is kept any more.`, undo: () => opposite('add') },
  }
  return {
    act: () => passOn(call, ground),
    notice: () =>
      command === 'add' || command === 'remove'
        ? kept[command]
        : { text: `A connection to ${said(node)} is tried once.` },
  }
}

export const disconnectnode: Teller = (call, ground) => ({
  act: () => passOn(call, ground),
  notice: () => ({ text: `The connection to ${said(call.args['node'])} was ended.` }),
})
