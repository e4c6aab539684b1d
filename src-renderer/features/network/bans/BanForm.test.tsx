import { screen, waitFor } from '@testing-library/react'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { RpcError } from '#shared/errors.ts'
import { loadTexts } from '../../../i18n/texts.ts'
import type { Replies } from '../../../testing/fakeNode.ts'
import { renderWindow } from '../../../testing/renderWindow.tsx'
import { useToasts } from '../../../ui/toasts.ts'
import { BanForm } from './BanForm.tsx'

beforeAll(() => loadTexts('network'))

const RANGE = '203.0.113.0/24'
const COVERED = { subnet: RANGE, covers: '256', peers: [7], connections: 3, banned: false }

function show(replies: Replies = {}) {
  const onBanned = vi.fn()
  const view = renderWindow(<BanForm initial="" onBanned={onBanned} />, {
    previewban: () => COVERED,
    setban: () => null,
    ...replies,
  })
  return { ...view, onBanned, address: screen.getByLabelText<HTMLInputElement>('Address or range') }
}

const note = () => screen.getByRole<HTMLInputElement>('textbox', { name: /Note/ })
const submit = () => screen.getByRole('button', { name: 'Ban' })
const preview = () => screen.getByRole('status', { name: 'What the ban does' }).textContent

describe('BanForm', () => {
  it('previews the number of covered addresses and dropped peers', async () => {
    const { user, address } = show()
    await user.type(address, RANGE)
    await waitFor(() => expect(preview()).toBe('Covers 256 addresses; drops 1 of your 3 peers.'))
  })

  it('previews that a range is already banned', async () => {
    const { user, address } = show({ previewban: () => ({ ...COVERED, banned: true }) })
    await user.type(address, RANGE)
    await waitFor(() => expect(preview()).toContain('Already banned.'))
  })

  it('names a node that was added by its host name', async () => {
    const { user, address } = show({
      previewban: () => ({ ...COVERED, subnet: '203.0.113.9/255.255.255.255', covers: '1' }),
      listaddednodes: () => [
        {
          ...{ node: 'seed.example:8233', kept: true, state: 'connected', failure: null, retryin: null },
          addresses: [{ address: '203.0.113.9:8233', connected: 'outbound' }],
        } as never,
      ],
    })
    await user.type(address, '203.0.113.9')
    const effect = 'Covers 1 address; drops 1 of your 3 peers.'
    await waitFor(() => expect(preview()).toBe(`${effect} This is the node seed.example.`))
  })

  it('previews no effect for an incomplete address', async () => {
    const { user, address } = show({
      previewban: () => {
        throw new RpcError(-30, 'Invalid')
      },
    })
    await user.type(address, '203.')
    await waitFor(() => expect(preview()).toBe('Not an IP address or range.'))
  })

  it('requires an address and bans nothing without one', async () => {
    const { user, node, address } = show()
    await user.click(submit())
    expect(await screen.findByText('Enter an address or range.')).toBeTruthy()
    expect(address.getAttribute('aria-invalid')).toBe('true')
    expect(node.inputsOf('setban')).toEqual([])
  })

  it('rejects an invalid address or range next to the field, and keeps the text', async () => {
    const { user, node, address } = show({
      previewban: () => {
        throw new RpcError(-23, 'Error: Invalid IP/Subnet')
      },
    })
    await user.type(address, 'abc')
    await user.click(submit())
    expect(await screen.findByText('Not an IP address or range.', { selector: 'p span span' })).toBeTruthy()
    expect(address.getAttribute('aria-invalid')).toBe('true')
    expect(address.value).toBe('abc')
    expect(node.inputsOf('setban')).toEqual([])
  })

  it.each([
    ['sandbox', [7], 1, 'Covers 256 addresses; cuts off Friend’s node.'],
    ['sandbox', [7, 8, 9], 6, 'Covers 256 addresses; cuts off Friend’s node and 2 of your 5 other peers.'],
    ['friend', [], 0, 'Covers 256 addresses; cuts off the node of Me.'],
  ] as const)(
    'warns in the wallet of kind %s that a ban of peers %j cuts off the other node',
    async (kind, peers, connections, text) => {
      const chains = [
        { id: 'a', kind: 'sandbox' },
        { id: 'b', kind: 'friend' },
      ]
      const { user, address } = show({
        listchains: () => ({ chains, current: kind === 'sandbox' ? 'a' : 'b' }) as never,
        previewban: () => ({ ...COVERED, subnet: '127.0.0.0/255.255.255.0', peers, connections }),
      })
      await user.type(address, '127.0.0.0/24')
      await waitFor(() => expect(preview()).toBe(text))
    },
  )

  it('bans for the chosen span on Enter, empties the form and offers to undo', async () => {
    const { user, node, onBanned, address } = show()
    await user.selectOptions(screen.getByRole('combobox', { name: 'Duration' }), '1 week')
    await user.type(note(), ' spam ')
    await user.type(address, ` ${RANGE}{Enter}`)
    await waitFor(() => expect(onBanned).toHaveBeenCalledOnce())
    const ban = { 'ip(/netmask)': RANGE, command: 'add', bantime: 604_800n, absolute: false, note: 'spam' }
    expect(node.inputsOf('setban')).toEqual([ban])
    await waitFor(() => expect([address.value, note().value]).toEqual(['', '']))
    const [told] = useToasts.getState().toasts
    expect(told?.title).toBe(`Banned ${RANGE} for 1 week`)
    told?.action?.run()
    await waitFor(() => expect(node.inputsOf('setban').at(-1)).toEqual({ 'ip(/netmask)': RANGE, command: 'remove' }))
  })

  it('bans only once if Enter is pressed again during the check of the range', async () => {
    let check: () => void = () => {}
    const checked = new Promise<void>((resolve) => (check = resolve))
    const { user, node, onBanned, address } = show({ previewban: () => checked.then(() => COVERED) as never })
    await user.type(address, `${RANGE}{Enter}{Enter}{Enter}`)
    check()
    await waitFor(() => expect(onBanned).toHaveBeenCalled())
    await waitFor(() => expect(address.value).toBe(''))
    expect(node.inputsOf('setban')).toHaveLength(1)
  })

  it('keeps text that was typed while the node was still banning', async () => {
    let finish: (value: null) => void = () => {}
    const { user, onBanned, address } = show({ setban: () => new Promise((resolve) => (finish = resolve)) })
    await user.type(address, `${RANGE}{Enter}`)
    await user.clear(address)
    await user.type(address, '198.51.100.7')
    finish(null)
    await waitFor(() => expect(onBanned).toHaveBeenCalled())
    expect(address.value).toBe('198.51.100.7')
  })

  it('rejects an end in the past', async () => {
    const { user, node, address } = show()
    await user.selectOptions(screen.getByRole('combobox', { name: 'Duration' }), 'Until a date …')
    const until = screen.getByLabelText('Until')
    await user.clear(until)
    await user.type(until, '2001-01-01T00:00')
    await user.type(address, RANGE)
    await user.click(submit())
    expect(await screen.findByText('The end is in the past.')).toBeTruthy()
    expect(node.inputsOf('setban')).toEqual([])
  })

  it('keeps the form and explains why the node rejected the ban', async () => {
    const { user, onBanned, address } = show({
      setban: () => {
        throw new RpcError(-30, 'Error: Invalid IP/Subnet')
      },
    })
    await user.type(address, `${RANGE}{Enter}`)
    await waitFor(() => expect(useToasts.getState().toasts[0]?.title).toBe('Not banned'))
    expect(useToasts.getState().toasts[0]?.detail).toBe('Not an IP address or range.')
    expect(onBanned).not.toHaveBeenCalled()
    expect(address.value).toBe(RANGE)
  })

  it('reports an existing entry if the node has banned the range before', async () => {
    const { user, onBanned, address } = show({
      setban: () => {
        throw new RpcError(-23, 'Error: IP/Subnet already banned')
      },
    })
    await user.type(address, `${RANGE}{Enter}`)
    await waitFor(() => expect(useToasts.getState().toasts[0]?.title).toBe('Already banned'))
    expect(onBanned).not.toHaveBeenCalled()
  })
})
