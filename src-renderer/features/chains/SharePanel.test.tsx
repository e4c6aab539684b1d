import { fireEvent, screen } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadTexts } from '../../i18n/texts.ts'
import { renderWindow } from '../../testing/renderWindow.tsx'
import { SharePanel } from './SharePanel.tsx'

beforeAll(() => loadTexts('chains'))

const show = (peers: readonly string[]) =>
  renderWindow(<SharePanel chain={{ id: 'one', options: [], peers, p2pport: 1 } as never} />)

describe('SharePanel', () => {
  it('calls the address of this computer optional if the chain knows other nodes', async () => {
    show(['203.0.113.9'])
    expect((await screen.findByText(/^Public address of this computer/)).textContent).toMatch(/optional$/)
  })

  it('replaces the node’s message about an invalid address with an example', async () => {
    renderWindow(<SharePanel chain={{ id: 'one', options: [], peers: [], p2pport: 1 } as never} />, {
      describechain: () =>
        ({ ok: false, problems: [{ message: '"my computer:1" is not the address of a peer' }] }) as never,
    })
    fireEvent.change(await screen.findByRole('textbox'), { target: { value: 'my computer' } })
    expect(await screen.findByText(/^Enter an IP address or a host name/)).toBeTruthy()
  })

  it('requires the address of this computer if the invitation would name no node', async () => {
    show([])
    expect((await screen.findByText(/^Public address of this computer/)).textContent).not.toMatch(/optional/)
  })

  it('warns that others cannot connect to 127.0.0.1', async () => {
    const peers = ['127.0.0.1:1']
    renderWindow(<SharePanel chain={{ id: 'one', options: [], peers, p2pport: 1 } as never} />, {
      describechain: () => ({ ok: true, problems: [], warnings: [], peers, sharetext: 'text' }) as never,
    })
    expect(await screen.findByText(/^This address means this computer itself/)).toBeTruthy()
  })
})
