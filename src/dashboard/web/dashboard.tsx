import { render } from 'preact';
import { openSession } from './client/session.js';
import { App } from './shell/app.js';
import './style/dashboard.css';

void openSession();
render(<App />, document.getElementById('app')!);
