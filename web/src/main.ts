import { mount } from 'svelte'
import './app.css'
import App from './App.svelte'
import { begin } from './lib/serviceWorker.svelte'
import { take } from './lib/settings.svelte'

take()
mount(App, { target: document.getElementById('app')! })
void begin()
