import { afterEach, expect, it } from 'vitest'
import { loadTexts, showLanguage } from '../i18n/texts.ts'
import { formatUnit } from './unitWord.ts'

afterEach(() => showLanguage('en'))

it('translates known progress units, and returns unknown ones unchanged', async () => {
  await loadTexts('parts')
  expect(formatUnit('rows')).toBe('rows')
  await showLanguage('es')
  expect(['blocks', 'bytes', 'outputs', 'addresses', 'rows', 'keys', 'characters'].map(formatUnit)).toEqual([
    ...['bloques', 'bytes', 'salidas', 'direcciones', 'filas', 'claves', 'caracteres'],
  ])
  expect(formatUnit('parsecs')).toBe('parsecs')
})
