// Package process starts the programs that the harness needs and ends them: each has a process group of its own, so
// that an interrupt at the terminal reaches the harness alone, which then ends them all, with their children. Should
// the harness itself be killed, the kernel ends them (Linux). What they do is not known here.
package process

import (
	"context"
	"errors"
	"os/exec"
	"syscall"
	"time"
)

// Process is a program that was started.
type Process struct {
	command *exec.Cmd
	done    chan struct{}
}

// Start starts a command, which must not have been started.
func Start(command *exec.Cmd) (*Process, error) {
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	command.WaitDelay = time.Second // A child of its that lives on may hold its output open.
	if err := command.Start(); err != nil {
		return nil, err
	}
	p := &Process{command, make(chan struct{})}
	go func() {
		_ = command.Wait()
		close(p.done)
	}()
	return p, nil
}

// Run starts a command and waits for its end. When the context is done the command is killed, and the error is the
// context's.
func Run(ctx context.Context, command *exec.Cmd) error {
	p, err := Start(command)
	if err != nil {
		return err
	}
	select {
	case <-p.done:
	case <-ctx.Done():
		p.Kill()
		return ctx.Err()
	}
	if !command.ProcessState.Success() {
		return errors.New(command.ProcessState.String())
	}
	return nil
}

// Signal sends a signal to the process and its children, if it lives.
func (p *Process) Signal(signal syscall.Signal) {
	select {
	case <-p.done: // Its number may be another's by now.
	default:
		_ = syscall.Kill(-p.command.Process.Pid, signal)
	}
}

// Kill ends the process and its children at once, even when it stands still, and returns when it is gone.
func (p *Process) Kill() {
	p.Signal(syscall.SIGKILL)
	<-p.done
}

// Done returns a channel that is closed when the process has ended.
func (p *Process) Done() <-chan struct{} { return p.done }

// Ended reports whether the process has ended.
func (p *Process) Ended() bool {
	select {
	case <-p.done:
		return true
	default:
		return false
	}
}
