import { act, screen } from '@testing-library/react'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { loadTexts } from '../../../i18n/texts.ts'
import { renderWindow } from '../../../testing/renderWindow.tsx'
import { useDisplayStyle } from '../../../ui/displayStyle.ts'
import { OptionField, type OptionFieldProps } from './OptionField.tsx'
import type { ShownOption } from './optionDraft.ts'

beforeAll(() => loadTexts('settings'))

const option = (other: Partial<ShownOption>): ShownOption =>
  ({
    name: 'maxconnections',
    kind: 'integer',
    value: [],
    from: 'app',
    effective: null,
    fallback: '',
    ...other,
  }) as never

function show(name: OptionFieldProps['name'], given: ShownOption, other: Partial<OptionFieldProps> = {}) {
  const onChange = vi.fn()
  const shared = { name, option: given, value: '', error: undefined, fixed: false }
  return { ...renderWindow(<OptionField {...shared} onChange={onChange} {...other} />), onChange }
}

const choices = () => screen.getAllByRole('option').map(({ textContent }) => textContent)

describe('OptionField', () => {
  it('offers on, off, and the default with its present value', async () => {
    const { user, onChange } = show('listen', option({ kind: 'flag', effective: '1' }))
    expect(choices()).toEqual(['Default: On', 'On', 'Off'])
    await user.selectOptions(screen.getByRole('combobox'), 'Off')
    expect(onChange).toHaveBeenCalledWith('0')
  })

  it('keeps an unknown value that was set elsewhere as a choice', () => {
    show('loglevel', option({ kind: 'text' as never }), { value: 'trace' })
    expect(choices()).toEqual(['Default', 'debug', 'info', 'warn', 'error', 'trace'])
    expect(screen.getByRole<HTMLSelectElement>('combobox').value).toBe('trace')
  })

  it('shows the effective number as a placeholder', () => {
    show('maxconnections', option({ effective: '384', fallback: '125' }))
    expect(screen.getByRole('textbox').getAttribute('placeholder')).toBe('Default: 384')
  })

  it('disables an option from the command line, and names its source', () => {
    show('maxconnections', option({ value: ['8'], from: 'commandline' }))
    expect(screen.getByRole<HTMLInputElement>('textbox').disabled).toBe(true)
    expect(screen.getByText('On the command line: 8')).toBeTruthy()
  })

  it('enables an option from the conf file, and names its source', () => {
    show('maxconnections', option({ value: ['8'], from: 'conf' }))
    expect(screen.getByRole<HTMLInputElement>('textbox').disabled).toBe(false)
    expect(screen.getByText('In the conf file: 8')).toBeTruthy()
  })

  it('names the option on the command line in developer mode only', () => {
    show('maxconnections', option({}))
    expect(screen.queryByText('-maxconnections')).toBeNull()
    act(() => useDisplayStyle.getState().setDeveloper(true))
    expect(screen.getByText('-maxconnections')).toBeTruthy()
    act(() => useDisplayStyle.getState().setDeveloper(false))
  })

  it('associates the text of a problem with its field', () => {
    show('maxconnections', option({}), { value: 'x', error: 'A whole number.' })
    const field = screen.getByRole('textbox')
    expect(field.getAttribute('aria-invalid')).toBe('true')
    const described = field.getAttribute('aria-describedby')?.split(' ') ?? []
    expect(described.map((id) => document.getElementById(id)?.textContent)).toContain('A whole number.')
  })
})
