import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { DECLINED, RPC_ERROR, RpcError } from '#shared/errors.ts'
import { loadTexts } from '../../../i18n/texts.ts'
import type { FakeNodeOptions, Replies } from '../../../testing/fakeNode.ts'
import { renderWindow } from '../../../testing/renderWindow.tsx'
import { definitionSample, moveSample, reportSample, settingsSample, walletSample } from '../testing/samples.ts'
import type { FolderReport } from '../texts.ts'
import { FolderPage } from './FolderPage.tsx'

beforeAll(() => loadTexts('moveIn', 'parts'))

const FOLDER = '/home/robin/.komodo/TEST'

function show(report: FolderReport, replies: Replies = {}, options: FakeNodeOptions = {}) {
  const all: Replies = {
    findnodefolders: () => ({ places: [], folders: [] }),
    inspectnodefolder: () => report,
    moveinnode: () => moveSample(),
    ...replies,
  }
  return renderWindow(<FolderPage folder={FOLDER} />, all, options)
}

const submit = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Move in' })
const fact = (label: string) => screen.getByText(label).parentElement?.querySelector('dd')?.textContent
const choices = { wallet: true, blocks: true, conf: false, label: '', ticks: [] }

describe('FolderPage', () => {
  it('shows chain, wallet, conf lines and disk before anything moves', async () => {
    show(reportSample())
    await submit()
    expect(fact('Options come from')).toBe('the list of live chains')
    expect(fact('Checked')).toBe('match the first block in the folder')
    expect(fact('Private keys')).toBe('105')
    expect(fact('Balance')).toBe('known after the blocks are read')
    expect(fact('Watched addresses, without keys')).toBe('2')
    expect(screen.getByText('gen=1')).toBeTruthy()
    expect(screen.getByText('blocknotify=/bin/run %s')).toBeTruthy()
    expect(screen.getByText('Needs 3 GB of disk; 90 GB are free.')).toBeTruthy()
    expect(screen.queryByText(/delet|remov/i)).toBeNull()
  })

  it('warns about a rescued wallet, a file that was not closed, and leaks', async () => {
    const leaks = { plainkeys: 3, plainseed: true }
    const keys = walletSample({ cleanlyclosed: false, rescued: 'pages', leaks, shielded: 2, warnings: ['Odd page.'] })
    show(reportSample({ keys, warnings: ['The folder has other copies.'] }))
    await submit()
    expect(screen.getByText(/^The old node did not close this wallet/)).toBeTruthy()
    expect(screen.getByText(/^This wallet is damaged/)).toBeTruthy()
    expect(screen.getByText('Odd page.')).toBeTruthy()
    expect(screen.getByText('The folder has other copies.')).toBeTruthy()
    expect(fact('Readable without the passphrase')).toBe('3 private keys and the seed of shielded addresses')
    expect(screen.getByText(/^2 keys of shielded addresses are kept/)).toBeTruthy()
  })

  it('moves in what is chosen with one click, and opens the progress', async () => {
    const { user, node, router } = show(reportSample())
    const button = await submit()
    await user.click(screen.getByRole('switch', { name: 'Redirect old scripts' }))
    await user.click(screen.getByRole('checkbox', { name: 'blocknotify=/bin/run %s' }))
    await user.click(button)
    const ticks = ['blocknotify=/bin/run %s']
    const wanted = { folder: FOLDER, choices: { ...choices, conf: true, ticks }, passphrase: '' }
    await waitFor(() => expect(node.inputsOf('moveinnode')).toEqual([wanted]))
    await waitFor(() => expect(router.state.location.href).toContain('chain=TEST-1'))
  })

  it('leaves the ticks to the app’s own window in the desktop app', async () => {
    show(reportSample(), {}, { desktop: true })
    expect(await screen.findByText('You tick these one by one in the app’s own window.')).toBeTruthy()
    expect(screen.queryByRole('checkbox')).toBeNull()
  })

  it('asks for the passphrase of an encrypted wallet in a browser, and marks a wrong one', async () => {
    const wrong = () => {
      throw new RpcError(RPC_ERROR.PASSPHRASE_INCORRECT, 'The passphrase of the old wallet is wrong')
    }
    const keys = walletSample({ encrypted: true, encryptedkeys: 105 })
    const { user, node, paste } = show(reportSample({ keys }), { moveinnode: wrong })
    const button = await submit()
    await user.click(button)
    expect(await screen.findByText('Enter the passphrase, or leave the wallet out.')).toBeTruthy()
    await paste(screen.getByLabelText('Passphrase of the old wallet'), 'secret')
    await user.click(button)
    expect(await screen.findByText('This passphrase opens no key of the old wallet.')).toBeTruthy()
    expect(node.inputsOf('moveinnode').map(({ passphrase }) => passphrase)).toEqual(['secret'])
  })

  it('takes no passphrase in the desktop app', async () => {
    const keys = walletSample({ encrypted: true, encryptedkeys: 105 })
    const { user, node } = show(reportSample({ keys }), {}, { desktop: true })
    const button = await submit()
    expect(screen.getByText(/passphrase of the old wallet in the app’s own window/)).toBeTruthy()
    expect(screen.queryByLabelText('Passphrase of the old wallet')).toBeNull()
    await user.click(button)
    await waitFor(() => expect(node.inputsOf('moveinnode')).toEqual([{ folder: FOLDER, choices, passphrase: '' }]))
  })

  it('shows no error if the user declines', async () => {
    const declined = () => {
      throw new RpcError(-1, DECLINED)
    }
    const { user, node } = show(reportSample(), { moveinnode: declined })
    await user.click(await submit())
    await waitFor(() => expect(node.inputsOf('moveinnode')).toHaveLength(1))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('asks for the start command while the options are unknown, and inspects again with it', async () => {
    const unknown = definitionSample({ ok: false, from: 'nowhere', problems: ['Paste the command.'], options: [] })
    const report = reportSample({ definition: unknown, ready: false, obstacle: 'Paste the command.' })
    const { user, node, paste } = show(report)
    expect((await submit()).disabled).toBe(true)
    expect(screen.getAllByText('Paste the command.')).toHaveLength(1)
    await paste(screen.getByRole('textbox', { name: 'Start command of the old node' }), 'komodod -ac_name=TEST')
    await user.click(screen.getByRole('button', { name: 'Check' }))
    const text = 'komodod -ac_name=TEST'
    await waitFor(() => expect(node.inputsOf('inspectnodefolder').at(-1)).toEqual({ folder: FOLDER, chain: { text } }))
  })

  it('offers to follow a running node as a peer, and to check again', async () => {
    const running = { state: 'yes', signs: [], pid: 7, commandline: null } as const
    const obstacle = 'The old node is running. Stop it first.'
    const report = reportSample({ running: { ...running, signs: [] }, ready: false, obstacle })
    const { user, node } = show(report, { describechain: () => ({ p2pport: 7770 }) as never })
    const alert = await screen.findByRole('alert')
    expect(within(alert).getByText(obstacle)).toBeTruthy()
    const link = await within(alert).findByRole('link', { name: 'Follow it as a peer' })
    expect(decodeURIComponent(link.getAttribute('href') ?? '')).toContain('-addnode=127.0.0.1:7770')
    await user.click(within(alert).getByRole('button', { name: 'Check again' }))
    await waitFor(() => expect(node.inputsOf('inspectnodefolder')).toHaveLength(2))
  })

  it('says why a chain with changed rules cannot run here', async () => {
    show(reportSample({ definition: definitionSample({ ok: false, refused: 'Use its own program.' }), ready: false }))
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('This chain cannot run here')
    expect(alert.textContent).toContain('Use its own program.')
    expect(screen.queryByRole('textbox', { name: /^Start command/ })).toBeNull()
  })

  it('cannot replace a conf file that belongs to another user', async () => {
    show(reportSample({ settings: settingsSample({ problem: 'It belongs to another user of this computer.' }) }))
    await submit()
    expect(screen.getByText('It belongs to another user of this computer.')).toBeTruthy()
    expect(screen.getByRole<HTMLButtonElement>('switch', { name: 'Redirect old scripts' }).disabled).toBe(true)
  })
})
