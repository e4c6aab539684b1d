import { describe, expect, it } from 'vitest'
import { readsLikeSandbox } from './reservedLabels.ts'

describe('readsLikeSandbox', () => {
  it.each([
    ...[
      'Sandbox',
      'sandbox',
      'SANDBOX',
      ' S a n d b o x ',
      'Sand box',
      'Sand-Box!',
      'Sandbox 2',
      'My Sandbox',
      'The sandbox.',
    ],
    ...['Sándbox', 'Ｓａｎｄｂｏｘ', '𝐒andbox', 'Ѕаndbох', 'Sandb0x', '5andbox', 'Sαndbοx', '(Sandbox)', 'sandbox_'],
    ...['Friend', 'FRIEND', 'Fríend', 'Frıend', 'Fr1end', 'Frie​nd', 'Friеnd', 'friend 1', 'My friend'],
    ...['Freund', 'Freundin', 'Amigo', 'Amiga', 'Sandkasten', 'Entorno de pruebas', 'entorno-de-pruebas'],
  ])('accepts %j as a label like those of the sandbox or Friend', (label) => {
    expect(readsLikeSandbox(label)).toBe(true)
  })

  it.each(['GARDEN', 'My friends’ garden', 'Sandstone', 'Box of sand', 'Friendship', 'Club de amigos', '', '☂', '2'])(
    'rejects %j as a label of another chain',
    (label) => expect(readsLikeSandbox(label)).toBe(false),
  )
})
